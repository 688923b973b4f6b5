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
 * one that came with npm, which is there on a machine where none was installed.
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
  return bundled;
}

/** All that a browser is given of the environment: never a password or a key of this process. */
const passedOn = [
  ...['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ', 'XDG_RUNTIME_DIR', 'LD_LIBRARY_PATH'],
  ...['FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
];

/** How to start a browser: with nothing that talks to the network by itself, and no secrets. */
export function browserOptions(): LaunchOptions {
  const found = findOptions();
  if (!found) throw new NoBrowserError();
  const { executablePath, env } = found;
  const passed = passedOn.map((name) => [name, process.env[name]] as const);
  return {
    // Of its own ones Playwright takes the one without windows, unless it is given a file.
    ...(executablePath === chromium.executablePath() ? {} : { executablePath }),
    env: { ...Object.fromEntries(passed.filter(([, value]) => value)), ...env },
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
