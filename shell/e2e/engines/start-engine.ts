import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ViewportSize } from '@playwright/test';
import { chromiumOptions } from '@portfolio/test-support/chromium.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { until } from '@portfolio/test-support/until.ts';
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { Builder, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver';

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Keys by Puppeteer's names, with WebDriver's codes. */
const keys = {
  ArrowRight: Keys.ARROW_RIGHT,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  '+': '+',
};
export type Key = keyof typeof keys;

/** A window on the site: the part of Puppeteer's page that WebKit's driver has as well. */
export interface Tab {
  goto(address: string): Promise<unknown>;
  /** @returns the value of an expression, which must be JSON */
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { press(key: Key): Promise<void>; type(text: string): Promise<void> };
  setViewport(size: ViewportSize): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface RunningEngine {
  openTab(size: ViewportSize): Promise<Tab>;
  stop(): Promise<unknown>;
}

const webkitDriver = '/usr/bin/WebKitWebDriver';

/** The file of a browser of this engine, if this machine has it with what drives it. */
export function findBrowser(name: EngineName): string | undefined {
  // A headless shell has no clipboard, and returns to no page that it kept.
  if (name === 'chromium') return globSync('/usr/bin/{chromium,google-chrome}')[0];
  if (name === 'firefox') return globSync('/usr/{bin/firefox-esr,lib/firefox/firefox}')[0];
  if (![webkitDriver, '/usr/bin/xvfb-run'].every((file) => existsSync(file))) return undefined;
  return globSync('/usr/{lib/*,libexec}/webkit2gtk-4.1/MiniBrowser')[0];
}

/** Starts a browser of an engine, which prefers English and dark and has no history. */
export function startEngine(name: EngineName): Promise<RunningEngine> {
  const file = findBrowser(name) ?? '';
  if (name === 'webkit') return startWebKit(file);
  if (name === 'chromium') {
    const { args = [] } = chromiumOptions();
    const dark = '--blink-settings=preferredColorScheme=0';
    return startPuppeteer(file, { browser: 'chrome', args: [...args, '--no-sandbox', dark] });
  }
  const extraPrefsFirefox = { 'intl.accept_languages': 'en-GB, en', 'ui.systemUsesDarkTheme': 1 };
  return startPuppeteer(file, { browser: 'firefox', extraPrefsFirefox });
}

async function startPuppeteer(file: string, options: LaunchOptions): Promise<RunningEngine> {
  const browser = await puppeteer.launch({ ...options, executablePath: file });
  return {
    async openTab(viewport) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      return Object.assign(page, { close: () => context.close() });
    },
    stop: () => browser.close(),
  };
}

/** Drives WebKit over WebDriver on a virtual screen. */
async function startWebKit(binary: string): Promise<RunningEngine> {
  const settings = await writeNarrowToolbar();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // Without a graphics card, painting by the processor takes a fifth less than simulating one.
  const surroundings = { LANGUAGE: 'en_GB', WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1' };
  const screen = ['-a', '-s', '-screen 0 1600x1200x24'];
  const server = spawn('xvfb-run', [...screen, webkitDriver, `--port=${port}`], {
    env: { ...process.env, ...surroundings, XDG_CONFIG_HOME: settings },
    stdio: 'ignore',
    // A group of its own, which ends as a whole.
    detached: true,
  });
  const isUp = async () => (await fetch(`${url}/status`).catch(() => undefined))?.ok === true;
  await until(isUp, 'WebKitWebDriver answers');
  const session = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation', '--dark-mode'] },
      }),
    )
    .build();
  return {
    async openTab(size) {
      await resize(session, size);
      return {
        goto: (address) => session.get(address),
        evaluate: (expression) => session.executeScript(`return ${expression}`),
        mouse: {
          click: (x, y) =>
            session.actions({ async: true }).move({ x, y, duration: 0 }).click().perform(),
        },
        keyboard: {
          press: (key) => session.actions().sendKeys(keys[key]).perform(),
          type: (text) => session.actions().sendKeys(text).perform(),
        },
        setViewport: (to) => resize(session, to),
        // One session serves all tests of a worker.
        async close() {
          await session.manage().deleteAllCookies();
          await session.get('about:blank');
        },
      };
    },
    async stop() {
      if (server.pid) process.kill(-server.pid, 'SIGKILL');
      await rm(settings, { recursive: true, force: true });
    },
  };
}

/** The default toolbar keeps the window wider than a phone: 447 px. */
async function writeNarrowToolbar(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-webkit-'));
  await mkdir(path.join(folder, 'gtk-3.0'));
  await writeFile(
    path.join(folder, 'gtk-3.0/gtk.css'),
    '* { border: 0; margin: 0; min-height: 0; min-width: 0; padding: 0 }',
  );
  return folder;
}

/** Sets the size of the page; WebDriver sets that of the window with its toolbar. */
async function resize(session: WebDriver, size: ViewportSize): Promise<void> {
  const script = 'return { width: outerWidth - innerWidth, height: outerHeight - innerHeight }';
  const bars = await session.executeScript<ViewportSize>(script);
  const [width, height] = [size.width + bars.width, size.height + bars.height];
  await session.manage().window().setRect({ width, height });
}
