import type { Engine } from '@portfolio/cli/browser';
import playwright from 'playwright';
import type { RunningEngine } from './tab.ts';

/** Playwright's own builds, and any Chromium. */
export async function startPlaywright({
  name,
  options,
}: Extract<Engine, { drivenBy: 'playwright' }>): Promise<RunningEngine> {
  const browser = await playwright[name].launch(options);
  return {
    async openTab(viewport, hear) {
      const visitor = await browser.newContext({ viewport, colorScheme: 'dark', locale: 'en-GB' });
      const page = await visitor.newPage();
      page.on('console', (message) => message.type() === 'error' && hear(message.text()));
      page.on('pageerror', (error) => hear(String(error)));
      return {
        open: async (address) => void (await page.goto(address)),
        reload: async () => void (await page.reload()),
        run: (body) => page.evaluate(`(() => {${body}\n})()`),
        clickAt: (x, y) => page.mouse.click(x, y),
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        resize: (size) => page.setViewportSize(size),
        takePicture: () => page.screenshot(),
        close: () => visitor.close(),
      };
    },
    stop: () => browser.close(),
  };
}
