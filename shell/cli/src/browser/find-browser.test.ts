import { expect, test } from '@jest/globals';
import { chromium } from 'playwright';
import { bundledBrowser } from './find-browser.ts';

const bundled = bundledBrowser();

// An optional package: not every registry has it, nor is it there for every system.
(bundled ? test : test.skip)(
  'the browser that comes with npm starts, and has a font for the field of a form',
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
