import type { Page } from '@playwright/test';
import { loseScript, releaseScript, tamper } from './release-files.ts';
import type { RunningSite } from './running-site.ts';

/** The script of every release of home. */
export const entry = '**/releases/home/*/remoteEntry*';

/** Whether an address is one of that release of home. */
export const isOf = (id: string, url: string) => url.includes(`/releases/home/${id}/`);

type Cause = (site: RunningSite, page: Page, live: string) => Promise<unknown>;

const container = (get: string) => `export const init = () => {}; export const get = ${get};`;

/** Everything that can become of a section's file, each done to the live release of home. */
export const faults = {
  'is missing': (site) => loseScript(site, 'home'),
  'has been changed on the disk': (site) => tamper(site, 'home', 'document.title = "taken over";'),
  'has a syntax error': (site) => releaseScript(site, 'home', 'export const = ;'),
  'throws when it starts': (site) => releaseScript(site, 'home', 'throw new Error("no")'),
  'is no remote': (site) => releaseScript(site, 'home', 'export const get = 1;'),
  'exposes nothing': (site) =>
    releaseScript(site, 'home', container('() => Promise.reject(new Error("none"))')),
  'throws while rendering': (site) =>
    releaseScript(
      site,
      'home',
      container('async () => () => ({ default() { throw new Error("no"); } })'),
    ),
  'loses its connection': (_site, page, live) =>
    page.route(entry, (route) =>
      isOf(live, route.request().url()) ? route.abort('connectionreset') : route.continue(),
    ),
  hangs: (_site, page, live) =>
    page.route(entry, (route) =>
      isOf(live, route.request().url()) ? undefined : route.continue(),
    ),
} satisfies Record<string, Cause>;
