import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { until } from '@portfolio/test-support/until.ts';
import playwright from 'playwright';
import puppeteer from 'puppeteer-core';
import { Builder, Capabilities, Key as Keys, type WebDriver } from 'selenium-webdriver';
import type { Engine } from './find-engine.ts';

export interface Size {
  width: number;
  height: number;
}

export type Key =
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'End'
  | 'Enter'
  | 'Escape'
  | 'Home'
  | 'Tab'
  | '+'
  | '0';

/** A window on the site: the part of Playwright's page that every driver has. */
export interface Tab {
  goto(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** @returns the value of an expression, which must be JSON */
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { press(key: Key): Promise<void>; type(text: string): Promise<void> };
  setViewportSize(size: Size): Promise<void>;
  close(): Promise<void>;
}

/** Runs a function or a function body in the page. */
export function run<Result, Arguments extends readonly unknown[]>(
  tab: Tab,
  script: string | ((...values: Arguments) => Result),
  ...values: Arguments
): Promise<Result> {
  const body =
    typeof script === 'string' ? script : `return (${script})(...${JSON.stringify(values)})`;
  return tab.evaluate(`(() => {${body}\n})()`) as Promise<Result>;
}

export interface RunningEngine {
  /** @param onError called for an error in the console, if the driver reports them */
  openTab(size: Size, onError: (error: string) => void): Promise<Tab>;
  stop(): Promise<void>;
}

/** Starts a browser of an engine, which prefers English and dark and has no history. */
export function startEngine(engine: Engine): Promise<RunningEngine> {
  switch (engine.drivenBy) {
    case 'playwright':
      return startPlaywright(engine);
    case 'bidi':
      return startBidi(engine);
    case 'webdriver':
      return startWebDriver(engine);
  }
}

async function startPlaywright({
  name,
  options,
}: Extract<Engine, { drivenBy: 'playwright' }>): Promise<RunningEngine> {
  const browser = await playwright[name].launch(options);
  return {
    async openTab(viewport, onError) {
      const page = await browser.newPage({ viewport, colorScheme: 'dark', locale: 'en-GB' });
      page.on('console', (message) => message.type() === 'error' && onError(message.text()));
      page.on('pageerror', (error) => onError(String(error)));
      return page;
    },
    stop: () => browser.close(),
  };
}

async function startBidi({ file }: Extract<Engine, { drivenBy: 'bidi' }>): Promise<RunningEngine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: file,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'ui.systemUsesDarkTheme': 1 },
  });
  return {
    async openTab(viewport, onError) {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(viewport);
      page.on('console', (message) => message.type() === 'error' && onError(message.text()));
      page.on('pageerror', (error) => onError(String(error)));
      const setViewportSize = (size: Size) => page.setViewport(size);
      return Object.assign(page, { setViewportSize, close: () => context.close() });
    },
    stop: () => browser.close(),
  };
}

/** WebKit hangs occasionally. */
const deadlineMs = 20_000;

/** WebDriver's code of a key; its name is ARROW_LEFT for ArrowLeft. */
function codeOf(key: Key): string {
  const name = key.replace(/\B[A-Z]/, '_$&').toUpperCase();
  return (Keys as unknown as Record<string, string>)[name] ?? key;
}

/** Uses a virtual screen. WebDriver does not report the console. */
async function startWebDriver({
  driver,
  file,
}: Extract<Engine, { drivenBy: 'webdriver' }>): Promise<RunningEngine> {
  const screen = await startScreen();
  const settings = await writeNarrowToolbar();
  const port = await findFreePort();
  const server = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.name,
      LANGUAGE: 'en_GB',
      XDG_CONFIG_HOME: settings,
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, 'WebKitWebDriver answers');
  const session = await inTime(
    new Builder()
      .usingServer(url)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: file, args: ['--automation', '--dark-mode'] },
        }),
      )
      .build(),
  );
  return {
    async openTab(size) {
      await resize(session, size);
      return {
        goto: (address) => inTime(session.get(address)),
        reload: () => inTime(session.navigate().refresh()),
        evaluate: (expression) => inTime(session.executeScript(`return ${expression}`)),
        mouse: {
          click: (x, y) =>
            inTime(session.actions({ async: true }).move({ x, y, duration: 0 }).click().perform()),
        },
        keyboard: {
          press: (key) => inTime(session.actions().sendKeys(codeOf(key)).perform()),
          type: (text) => inTime(session.actions().sendKeys(text).perform()),
        },
        setViewportSize: (to) => resize(session, to),
        close: () => inTime(session.get('about:blank')),
      };
    },
    async stop() {
      await inTime(session.quit()).catch(() => {});
      for (const process of [server, screen.process]) await end(process);
      await rm(settings, { recursive: true, force: true });
    },
  };
}

async function startScreen() {
  const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [said] = await once(process.stdio[3] as Readable, 'data');
  return { process, name: `:${String(said).trim()}` };
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
async function resize(session: WebDriver, size: Size): Promise<void> {
  const bars = () =>
    session.executeScript<Size>(
      'return { width: outerWidth - innerWidth, height: outerHeight - innerHeight }',
    );
  const window = session.manage().window();
  const { width, height } = await inTime(bars());
  await inTime(window.setRect({ width: size.width + width, height: size.height + height }));
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`WebKit gave no answer for ${deadlineMs} ms`)),
    deadlineMs,
  );
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

async function end(process: ChildProcess): Promise<void> {
  const ended = once(process, 'close');
  process.kill('SIGKILL');
  await ended;
}
