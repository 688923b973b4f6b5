import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserType, ViewportSize } from '@playwright/test';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { until } from '@portfolio/test-support/until.ts';
import { Builder, Capabilities, Key as Keys, Session, WebDriver } from 'selenium-webdriver';
import { type Command, Name } from 'selenium-webdriver/lib/command.js';

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Keys by Playwright's names, with WebDriver's codes. */
const keys = {
  ArrowRight: Keys.ARROW_RIGHT,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  '+': '+',
};
export type Key = keyof typeof keys;

/** A window on the site: the part of Playwright's page that the system's Firefox and WebKit have as well. */
export interface Tab {
  goto(address: string): Promise<unknown>;
  /** @returns the value of an expression, which must be JSON */
  evaluate(expression: string): Promise<unknown>;
  mouse: { click(x: number, y: number): Promise<void> };
  keyboard: { press(key: Key): Promise<void>; type(text: string): Promise<void> };
  setViewportSize(size: ViewportSize): Promise<unknown>;
  close(): Promise<unknown>;
}

export interface RunningEngine {
  openTab(size: ViewportSize): Promise<Tab>;
  stop(): Promise<unknown>;
}

const webkitDriver = '/usr/bin/WebKitWebDriver';
const webkitNeeds = [webkitDriver, '/usr/bin/xvfb-run'];

/** Where systems have a browser of each engine. */
const systems: Record<string, string> = {
  chromium: '/usr/bin/{chromium,google-chrome}',
  firefox: '/usr/{bin/firefox-esr,lib/firefox/firefox}',
  webkit: '/usr/{lib/*,libexec}/webkit2gtk-4.1/MiniBrowser',
};

/** The file of a browser of this engine: Playwright's own, or the system's with what drives it. */
export function findBrowser(type: BrowserType): string | undefined {
  const own = type.executablePath();
  if (existsSync(own)) return own;
  const isDriven = type.name() !== 'webkit' || webkitNeeds.every((file) => existsSync(file));
  return isDriven ? globSync(systems[type.name()] ?? [])[0] : undefined;
}

/** Starts a browser of an engine, which prefers English and dark and has no history. */
export async function startEngine(type: BrowserType): Promise<RunningEngine> {
  const file = findBrowser(type) ?? '';
  const isChromium = type.name() === 'chromium';
  const isSystems = !isChromium && file !== type.executablePath();
  if (isSystems) return type.name() === 'webkit' ? startWebKit(file) : startFirefox(file);
  const browser = await type.launch(isChromium ? {} : { executablePath: file, args: [] });
  const permissions = isChromium ? ['clipboard-write'] : [];
  return {
    openTab: (viewport) => browser.newPage({ viewport, permissions }),
    stop: () => browser.close(),
  };
}

/** An engine with one window, which serves all tests of a worker. */
function engineOf(
  session: WebDriver,
  setViewportSize: Tab['setViewportSize'],
  stop: RunningEngine['stop'],
): RunningEngine {
  const tab: Tab = {
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
    setViewportSize,
    async close() {
      await session.manage().deleteAllCookies();
      await session.get('about:blank');
    },
  };
  return {
    async openTab(size) {
      await setViewportSize(size);
      return tab;
    },
    stop,
  };
}

/** WebDriver's commands that are used here, by the names of WebDriver BiDi. */
const methods: Record<string, string> = {
  [Name.GET]: 'browsingContext.navigate',
  [Name.EXECUTE_SCRIPT]: 'script.evaluate',
  [Name.ACTIONS]: 'input.performActions',
  [Name.DELETE_ALL_COOKIES]: 'storage.deleteCookies',
};

/** Drives Firefox, which by itself has only WebDriver BiDi. */
async function startFirefox(binary: string): Promise<RunningEngine> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'portfolio-firefox-'));
  const preferences = `user_pref('intl.accept_languages', 'en-GB, en');
    user_pref('ui.systemUsesDarkTheme', 1);`;
  await writeFile(path.join(profile, 'user.js'), preferences);
  const options = ['--headless', '--profile', profile, '--remote-debugging-port=0'];
  const browser = spawn(binary, options, { stdio: 'ignore' });
  const exit = once(browser, 'exit');
  const said = path.join(profile, 'WebDriverBiDiServer.json');
  await until(() => existsSync(said) && statSync(said).size > 0, 'Firefox tells its port');
  const { ws_host, ws_port } = JSON.parse(await readFile(said, 'utf8'));
  const webSocketUrl = `ws://${ws_host}:${ws_port}/session`;
  const run = async (method: string, params: object) => {
    const connection = await session.getBidi();
    // biome-ignore lint/suspicious/noExplicitAny: each command has another result.
    const { type, message, result } = (await connection.send({ method, params })) as any;
    if (type === 'error') throw new Error(message);
    return result;
  };
  const execute = async (command: Command) => {
    const { script, ...rest } = command.getParameters() as { script?: string };
    const expression = `(async () => JSON.stringify(await (() => { ${script} })()))()`;
    // A command ignores parameters of others.
    const others = { context, target: { context }, wait: 'complete', awaitPromise: true };
    const method = methods[command.getName()] ?? command.getName();
    const { result, exceptionDetails } = await run(method, { ...others, expression, ...rest });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value && JSON.parse(result.value);
  };
  const session = new WebDriver(new Session('', new Capabilities({ webSocketUrl })), { execute });
  await run('session.new', { capabilities: {} });
  const { context } = (await run('browsingContext.getTree', {})).contexts[0];
  const resize = (viewport: ViewportSize) =>
    run('browsingContext.setViewport', { context, viewport });
  return engineOf(session, resize, async () => {
    browser.kill('SIGKILL');
    await exit;
    await rm(profile, { recursive: true, maxRetries: 9 });
  });
}

/** Drives WebKit, which has no BiDi, over WebDriver on a virtual screen. */
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
  /** Sets the size of the page; WebDriver sets that of the window with its toolbar. */
  const resize = async (size: ViewportSize) => {
    const script = 'return { width: outerWidth - innerWidth, height: outerHeight - innerHeight }';
    const bars = await session.executeScript<ViewportSize>(script);
    const [width, height] = [size.width + bars.width, size.height + bars.height];
    await session.manage().window().setRect({ width, height });
  };
  return engineOf(session, resize, async () => {
    if (server.pid) process.kill(-server.pid, 'SIGKILL');
    await rm(settings, { recursive: true, force: true });
  });
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
