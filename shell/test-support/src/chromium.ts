import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

const installed = [
  // The headless shell takes far less processor time than a browser with windows.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Finds the browser of journeys, drawings and the bench: Playwright's, or the system's. */
export function findChromium(): string | undefined {
  return [chromium.executablePath(), ...installed].find((file) => existsSync(file));
}

/** How Playwright launches it, without background traffic. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here. `npm test` installs one.');
  const args = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // Without a path Playwright starts its own headless shell.
  return executablePath === chromium.executablePath() ? { args } : { args, executablePath };
}
