import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** Journeys of visitors over the site of another owner: run in a checkout that is made over. */
export default defineConfig({
  ...config,
  testDir: '..',
  globalSetup: '../fixtures/release-once.ts',
  testMatch: [
    'another-owner/*.spec.ts',
    'a-visitor-{finds,follows,reads,sends,uses,changes}*.spec.ts',
    'the-site-is-found.spec.ts',
    'what-is-in-sight-comes-first.spec.ts',
  ],
  projects: [{}],
});
