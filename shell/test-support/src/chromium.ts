import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Debian's browser without windows, which takes half of the time of one with windows. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const installed = [
  headlessShell,
  chromium.executablePath(),
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];

/** Finds the browser of journeys, drawings and the bench: the system's, or Playwright's. */
export function findChromium(): string | undefined {
  return installed.find((file) => existsSync(file));
}

/** How Playwright launches it. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here. `npm test` installs one.');
  // The second: else the headless shell wraps lines elsewhere than a browser with windows.
  const args = ['--disable-gpu', '--font-render-hinting=none'];
  // Without a path Playwright starts its own headless shell.
  return executablePath === chromium.executablePath() ? { args } : { args, executablePath };
}
