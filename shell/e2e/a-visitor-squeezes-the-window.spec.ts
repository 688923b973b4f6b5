import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures/fixtures.ts';
import { root } from './fixtures/run.ts';
import { text } from './fixtures/text.ts';

/** A window per pose: stretched, arms out, shoulders up, between two walls, ears over the phone's strip. */
const windows = [1440, 1000, 820, 700, 390];
const drawing = readFileSync(path.join(root, 'remote-home/resources/mascot.svg'), 'utf8');

test.use({ javaScriptEnabled: false });

test('the pig has a pose of its own in each of five widths', async ({ page }) => {
  test.skip(!drawing.includes('@media (min-width'), 'This mascot has one pose');
  await page.goto('/home');
  const poses: Buffer[] = [];
  for (const width of windows) {
    await page.setViewportSize({ width, height: 800 });
    poses.push(await poseOf(page));
  }
  for (const [index, pose] of poses.entries()) {
    const both = `${windows[index]} px and a narrower window`;
    for (const other of poses.slice(index + 1))
      expect(difference(pose, other), both).toBeGreaterThan(4);
  }
});

async function poseOf(page: Page): Promise<Buffer> {
  const mascot = page.getByAltText(text('home.header.mascot'));
  await mascot.evaluate((image: HTMLImageElement) => image.decode());
  const picture = sharp(await mascot.screenshot({ animations: 'disabled' }));
  return picture.resize(96, 96, { fit: 'fill' }).greyscale().raw().toBuffer();
}

/** The average difference of their pixels, up to 255. */
function difference(one: Buffer, other: Buffer): number {
  const sum = one.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0);
  return sum / one.length;
}
