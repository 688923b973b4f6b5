import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

/** Plays the journeys that read the owner's content in a checkout of another owner. */
export default defineConfig({
  ...config,
  testDir: '..',
  globalSetup: '../fixtures/release-once.ts',
  testMatch: [
    'another-owner/*.spec.ts',
    // Name, addresses and profiles.
    'a-visitor-finds-the-owner.spec.ts',
    // Sections, projects and the facts of the first screen.
    'a-visitor-follows-a-link.spec.ts',
    'a-visitor-reads-about-projects.spec.ts',
    // Two more sections in the header.
    'a-visitor-uses-the-keyboard.spec.ts',
    // Titles, pages and sitemap in another language, and the size of documents.
    'the-site-is-found.spec.ts',
  ],
  projects: [{}],
});
