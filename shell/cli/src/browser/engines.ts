import { existsSync, globSync } from 'node:fs';
import { firefox, type LaunchOptions, webkit } from 'playwright';
import { browserOptions, findBrowser } from './find-browser.ts';

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
