import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from '@portfolio/cli/browser';
import { engineNames, findEngine } from './engines/find-engine.ts';
import type { WorkerFixtures } from './engines/fixtures.ts';

// Runs at the same time must not clear away each other's traces; workers inherit the choice.
process.env.JOURNEY_RESULTS ??= path.join(os.tmpdir(), `portfolio-results-${process.pid}`);

// The owner's own settings are none of a journey's.
process.env.ENV_FILE = 'none';

/** The journeys: the built and released site in a real browser, through the front door. */
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './fixtures/release-once.ts',
  fullyParallel: true,
  // A journey waits half of its time: on two cores a third one has what they leave.
  workers: 3,
  // A slow machine is no fault of the site's.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a journey may be starved; one that needs a second try is reported as flaky.
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
        // A stock WebKit hangs at times; after that it has a new session.
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
