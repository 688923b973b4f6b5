import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** Plays the journeys of another owner in their checkout. */
export default defineConfig({
  ...config,
  testDir: '.',
  globalSetup: '../fixtures/release-once.ts',
  projects: [{}],
});
