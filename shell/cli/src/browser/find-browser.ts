import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';
import { NotPossibleError } from '../exit-code.ts';
import { bundledBrowser } from './bundled-browser.ts';

/** Opens no window, and costs far less processor time than one that does. */
export const windowless = '/usr/bin/chromium-headless-shell';

const installed = [
  windowless,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** There is no browser to look at the site with; the message says how to get one. */
export class NoBrowserError extends NotPossibleError {
  override name = 'NoBrowserError';

  constructor() {
    super(
      'There is no browser here. Run `npx playwright install chromium`, or name one with PLAYWRIGHT_CHROMIUM=/path/to/chromium.',
    );
  }
}

/**
 * The one place that looks for a browser: PLAYWRIGHT_CHROMIUM, Playwright's own, the system's, and the
 * one that came with npm, which is there on a machine where nobody installed any.
 */
export function findBrowser(): string | undefined {
  return findOptions()?.executablePath;
}

function findOptions(): Pick<LaunchOptions, 'executablePath' | 'env'> | undefined {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return existsSync(named) ? { executablePath: named } : undefined;
  const executablePath = [chromium.executablePath(), ...installed].find((file) => existsSync(file));
  if (executablePath) return { executablePath };
  const bundled = bundledBrowser();
  return bundled && { ...bundled, env: { ...process.env, ...bundled.env } };
}

/** How to start it: no sandbox (containers), nothing that talks to the network by itself. */
export function browserOptions(): LaunchOptions {
  const found = findOptions();
  if (!found) throw new NoBrowserError();
  const { executablePath, ...others } = found;
  return {
    // Of its own ones Playwright takes the one without windows, unless it is given a file.
    ...(executablePath === chromium.executablePath() ? {} : { executablePath }),
    ...others,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
