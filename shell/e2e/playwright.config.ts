import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '@portfolio/cli/browser';
import { engineNames, findEngine } from './engines/find-engine.ts';
import type { WorkerFixtures } from './engines/fixtures.ts';

// Parallel runs must not delete each other's traces; workers inherit this setting.
process.env.JOURNEY_RESULTS ??= path.join(os.tmpdir(), `portfolio-results-${process.pid}`);

// Journeys must not read the owner's settings.
process.env.ENV_FILE = 'none';

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './fixtures/release-once.ts',
  fullyParallel: true,
  // A journey waits half of its time, so two cores can run three.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may delay a journey; one that passes at the second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? 'line' : 'list',
  outputDir: process.env.JOURNEY_RESULTS,
  projects: [
    { testIgnore: ['engines/**', 'another-owner/**'] },
    ...engineNames
      .filter((name) => findEngine(name))
      .map((engineName) => ({
        name: engineName,
        testDir: './engines',
        use: { engineName },
        // A stock WebKit hangs occasionally; a retry starts a new session.
        retries: engineName === 'webkit' || process.env.CI ? 1 : 0,
      })),
  ],
  use: {
    launchOptions: browserOptions(),
    colorScheme: 'dark',
    locale: 'en-GB',
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    viewport: { width: 1280, height: 800 },
  },
});
