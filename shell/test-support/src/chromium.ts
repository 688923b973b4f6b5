import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Debian's browser without windows, which takes half of the time of one with windows. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const installed = [
  headlessShell,
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds the browser of journeys, drawings and the bench: the system's, or Playwright's. */
export function findChromium(): string | undefined {
  return installed.find((file) => existsSync(file));
}

/** How Playwright launches it, without background traffic. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here. `npm test` installs one.');
  const args = [
    '--disable-gpu',
    // Else the headless shell wraps lines elsewhere than a browser with windows.
    '--font-render-hinting=none',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // Without a path Playwright starts its own headless shell.
  return executablePath === chromium.executablePath() ? { args } : { args, executablePath };
}
