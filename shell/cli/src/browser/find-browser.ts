import { existsSync, globSync } from 'node:fs';
import { chromium, firefox, type LaunchOptions, webkit } from 'playwright';
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
  return bundledBrowser();
}

/** The browser's environment, by an allow-list: no password and no key of this process. */
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
    // Without a path Playwright takes its own headless shell.
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

/** The engines that journeys run in. */
export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** A browser engine on this machine, and what can drive it. */
export type Engine =
  | { name: EngineName; drivenBy: 'playwright'; options: LaunchOptions }
  | { name: 'firefox'; drivenBy: 'bidi'; file: string }
  | { name: 'webkit'; drivenBy: 'webdriver'; driver: string; file: string };

/**
 * The one place that looks for engines. Playwright drives its own builds of Firefox and WebKit
 * only; where there are none, a system's Firefox speaks WebDriver BiDi and its WebKitGTK WebDriver.
 */
export function findEngine(name: EngineName): Engine | undefined {
  return look[name]();
}

const look: Record<EngineName, () => Engine | undefined> = {
  chromium: () =>
    findBrowser() === undefined
      ? undefined
      : { name: 'chromium', drivenBy: 'playwright', options: browserOptions() },

  firefox() {
    if (existsSync(firefox.executablePath())) return ownBuild('firefox');
    const file = ['/usr/bin/firefox-esr', '/usr/lib/firefox/firefox'].find((it) => existsSync(it));
    return file === undefined ? undefined : { name: 'firefox', drivenBy: 'bidi', file };
  },

  webkit() {
    if (existsSync(webkit.executablePath())) return ownBuild('webkit');
    const driver = '/usr/bin/WebKitWebDriver';
    const [file] = globSync('/usr/{lib/*,libexec}/webkit2gtk-4.1/MiniBrowser');
    if (!file || !existsSync(driver) || !existsSync('/usr/bin/Xvfb')) return undefined;
    return { name: 'webkit', drivenBy: 'webdriver', driver, file };
  },
};

function ownBuild(name: EngineName): Engine {
  return { name, drivenBy: 'playwright', options: {} };
}
