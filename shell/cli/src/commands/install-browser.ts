import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBrowser, NoBrowserError } from '../browser.ts';

const require = createRequire(import.meta.url);
const playwright = path.join(path.dirname(require.resolve('playwright/package.json')), 'cli.js');

/** Ways to a browser, in turn: Playwright's download, Debian's package. */
const ways = [
  [process.execPath, playwright, 'install', '--with-deps', 'chromium'],
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
] as const;

/** Sees to it that there is a browser for the journeys. */
export function installBrowser(): void {
  for (const [command, ...args] of ways) {
    if (findBrowser()) return;
    console.log(`There is no browser yet: ${command} ${args.join(' ')}`);
    spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 });
  }
  if (!findBrowser()) throw new NoBrowserError();
}
