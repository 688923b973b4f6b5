import { existsSync, globSync } from 'node:fs';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import { firefox, type LaunchOptions, webkit } from 'playwright';

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

export type Engine =
  | { name: EngineName; drivenBy: 'playwright'; options: LaunchOptions }
  | { name: 'firefox'; drivenBy: 'bidi'; file: string }
  | { name: 'webkit'; drivenBy: 'webdriver'; driver: string; file: string };

/** Playwright drives only its own Firefox and WebKit; a system's Firefox uses BiDi, its WebKitGTK WebDriver. */
export function findEngine(name: EngineName): Engine | undefined {
  if (name === 'chromium') return { name, drivenBy: 'playwright', options: chromiumOptions() };
  const own = { firefox, webkit }[name].executablePath();
  if (existsSync(own)) return { name, drivenBy: 'playwright', options: {} };
  if (name === 'firefox') {
    const file = ['/usr/bin/firefox-esr', '/usr/lib/firefox/firefox'].find((it) => existsSync(it));
    return file === undefined ? undefined : { name, drivenBy: 'bidi', file };
  }
  const driver = '/usr/bin/WebKitWebDriver';
  const [file] = globSync('/usr/{lib/*,libexec}/webkit2gtk-4.1/MiniBrowser');
  if (!file || !existsSync(driver) || !existsSync('/usr/bin/Xvfb')) return undefined;
  return { name, drivenBy: 'webdriver', driver, file };
}
