import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import { chromium } from 'playwright';
import type { WorkerFixtures } from './engines/fixtures.ts';
import { engineNames, findBrowser } from './engines/start-engine.ts';

// Parallel runs must not delete each other's traces; workers inherit this setting.
process.env.JOURNEY_RESULTS ??= path.join(os.tmpdir(), `portfolio-results-${process.pid}`);

// Journeys must not read the owner's settings.
process.env.ENV_FILE = 'none';

// A journey that depends on the machine's time zone fails at once.
const timezoneId = 'Pacific/Chatham';
process.env.TZ = timezoneId;

/** The Chromium with windows: a headless shell, twice as quick, returns to no page that it kept. */
const whole = {
  executablePath: findBrowser(chromium) ?? '',
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};
// Journeys play the first in Chromium.
const notInHeadlessShell = /everybody-(?:keeps-a-working|comes-back)/;
/** What builds releases, or takes long for another reason. */
const slow = /\.slow\.spec|@slow/;
const elsewhere = ['engines/**', 'another-owner/**', 'smoke.spec.ts'];

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  globalSetup: './fixtures/release-once.ts',
  fullyParallel: true,
  // Browsers have processes of their own: with one worker more all take longer.
  workers: os.availableParallelism(),
  // A busy machine takes many times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  outputDir: process.env.JOURNEY_RESULTS,
  projects: [
    ...(['firefox', 'webkit'] as const).map((browserName) => ({
      name: `smoke-${browserName}`,
      testMatch: 'smoke.spec.ts',
      use: { browserName, launchOptions: {} },
    })),
    { name: 'journeys', testIgnore: elsewhere, grepInvert: slow },
    { name: 'slow', testIgnore: elsewhere, grep: slow },
    { name: 'another-owner', testDir: './another-owner' },
    {
      name: 'chromium-whole',
      testMatch: /everybody-comes-back/,
      use: { launchOptions: { ...chromiumOptions(), ...whole } },
    },
    // The slowest first, which are started once: that takes longer than a journey.
    ...engineNames.toReversed().map((engineName) => ({
      name: engineName,
      testDir: './engines',
      workers: engineName === 'chromium' ? 2 : 1,
      testIgnore: engineName === 'chromium' ? notInHeadlessShell : [],
      grepInvert: engineNames
        .filter((other) => other !== engineName)
        .map((other) => new RegExp(`@${other}`)),
      use: { engineName },
    })),
  ],
  use: {
    launchOptions: chromiumOptions(),
    colorScheme: 'dark',
    locale: 'en-GB',
    timezoneId,
    // It takes as long as the journey: `--trace=retain-on-failure` asks for it.
    trace: 'off',
    viewport: { width: 1280, height: 800 },
  },
});
