import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findInstalledBrowser, windowless } from '@portfolio/cli/browser';
import { type EngineName, engineNames, findEngine } from './find-engine.ts';

const require = createRequire(import.meta.url);
const playwright = path.join(path.dirname(require.resolve('playwright/package.json')), 'cli.js');

/** Ways to install each engine, in this order: Playwright's download, Debian's packages. */
const ways: Record<EngineName, readonly (readonly string[][])[]> = {
  chromium: [playwrights('chromium'), debians('chromium-headless-shell'), debians('chromium')],
  firefox: [playwrights('firefox'), debians('firefox-esr')],
  webkit: [playwrights('webkit'), debians('webkit2gtk-driver', 'xvfb')],
};

// The first step of `npm test`: ensures that Chromium is available, and installs the other engines if
// possible.
for (const name of engineNames) install(name);
spareWindows();
for (const name of engineNames.filter((it) => !findEngine(it)))
  console.log(
    `The journeys leave ${name} out: it could not be installed. If Playwright supports this system, \`npx playwright install --with-deps ${name}\` installs it.`,
  );
// Journeys need at least Chromium.
if (!findEngine('chromium')) process.exitCode = 1;

function install(name: EngineName): void {
  for (const way of ways[name]) {
    for (const [command = '', ...args] of way) {
      if (name === 'chromium' ? findInstalledBrowser() : findEngine(name)) return;
      console.log(`There is no ${name} yet: ${command} ${args.join(' ')}`);
      spawnSync(command, args, { stdio: 'inherit', timeout: 600_000 });
    }
  }
}

/** Debian's headless Chromium is the fastest. */
function spareWindows(): void {
  const hasDebians = findInstalledBrowser()?.startsWith('/usr/bin/chromium') ?? false;
  if (!hasDebians || existsSync(windowless)) return;
  for (const [command = '', ...args] of debians(path.basename(windowless)))
    spawnSync(command, args, { stdio: 'inherit', timeout: 120_000 });
}

function playwrights(name: EngineName): string[][] {
  return [[process.execPath, playwright, 'install', '--with-deps', name]];
}

function debians(...packages: string[]): string[][] {
  return [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ];
}
