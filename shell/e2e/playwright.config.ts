import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '../../api/src/browser.ts';

/** The journeys: the built and released site in a real browser, through the front door. */
export default defineConfig({
  testDir: '.',
  globalSetup: './release-once.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? 'line' : 'list',
  outputDir: path.join(import.meta.dirname, '../../test-results'),
  use: {
    launchOptions: browserOptions(),
    colorScheme: 'dark',
    locale: 'en-GB',
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 800 },
  },
});
