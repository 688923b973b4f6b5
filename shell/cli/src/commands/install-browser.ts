import { spawnSync } from 'node:child_process';
import { findBrowser, NoBrowserError } from '../browser.ts';
import { runCommand } from './run-command.ts';

/** Ways to a browser, in turn: Playwright's download, Debian's package. */
const ways = [
  ['node_modules/.bin/playwright', 'install', '--with-deps', 'chromium'],
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
] as const;

/** Sees to it that there is a browser for the journeys. */
await runCommand(async () => {
  for (const [command, ...args] of ways) {
    if (findBrowser()) return;
    console.log(`There is no browser yet: ${command} ${args.join(' ')}`);
    spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 });
  }
  if (!findBrowser()) throw new NoBrowserError();
});
