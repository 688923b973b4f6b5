import { expect, test } from '@jest/globals';
import { chromium } from 'playwright';
import { bundledBrowser } from './find-browser.ts';

const bundled = bundledBrowser();

// The package is optional: not every registry and system has it.
(bundled ? test : test.skip)(
  'the browser of the npm package starts, and has a font for a form field',
  async () => {
    const browser = await chromium.launch({
      ...bundled,
      env: { ...process.env, ...bundled?.env },
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.setContent('<h1>Hello</h1><input value="you">');
    expect(await page.locator('h1').boundingBox()).toMatchObject({ x: 8 });
    await browser.close();
  },
);
