import type { Engine } from '@portfolio/cli/browser';
import puppeteer from 'puppeteer-core';
import type { RunningEngine } from './tab.ts';

/** A stock Firefox, over WebDriver BiDi. */
export async function startBidi({
  file,
}: Extract<Engine, { drivenBy: 'bidi' }>): Promise<RunningEngine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: file,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'ui.systemUsesDarkTheme': 1 },
  });
  return {
    async openTab(size, hear) {
      const visitor = await browser.createBrowserContext();
      const page = await visitor.newPage();
      await page.setViewport(size);
      page.on('console', (message) => message.type() === 'error' && hear(message.text()));
      page.on('pageerror', (error) => hear(String(error)));
      return {
        open: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        run: (body) => page.evaluate(`(() => {${body}\n})()`) as Promise<never>,
        clickAt: (x, y) => page.mouse.click(x, y),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        resize: (viewport) => page.setViewport(viewport),
        takePicture: async () => Buffer.from(await page.screenshot()),
        close: () => visitor.close(),
      };
    },
    stop: () => browser.close(),
  };
}
