import { lastImage, lastLogo, lastProject } from '../fixtures/content.ts';
import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const last = lastImage(lastProject);

test('a logo opens large, zooms in steps of a half, and closes', async ({ visitor }) => {
  await visitor.opens('/home');
  await inEveryWindow(visitor, async () => {
    await visitor.the('button', saying(text(lastLogo.alt))).click();
    const preview = visitor.the('dialog', text(lastLogo.header));
    const scale = preview.the('status');
    await scale.says('100%');
    const small = (await preview.the('img').see())[0]?.box.width ?? 0;
    await preview.the('button', text('preview.zoomIn')).click();
    await scale.says('150%');
    await expect
      .poll(async () => ((await preview.the('img').see())[0]?.box.width ?? 0) / small)
      .toBeCloseTo(1.5, 1);
    await visitor.presses('+');
    await scale.says('200%');
    await visitor.presses('0');
    await scale.says('100%');
    await preview.the('button', /^Close/).click();
    await visitor.the('dialog').isGone();
    // While the picture shrinks into its thumbnail (0.24 s) that takes no click.
    const isShrinking = () => visitor.runs(`return 'change' in document.documentElement.dataset`);
    await expect.poll(isShrinking).toBe(false);
  });
});

test('the keyboard moves from screenshot to screenshot, and is back', async ({ visitor }) => {
  await visitor.opens('/portfolio');
  await inEveryWindow(visitor, async ({ width }) => {
    const thumbnail = visitor
      .the('article', text(lastProject.name))
      .the('button', saying(text(last.alt)));
    const pageWidth = () =>
      visitor.runs<number>(`return document.getElementById('root').clientWidth`);
    const before = await pageWidth();
    await thumbnail.click();
    const dialog = (name: string | RegExp) => visitor.the('dialog', name);
    await dialog(text(last.header)).isThere();
    // Where a scrollbar takes room: it goes, its place stays, and behind the picture no line breaks anew.
    if (before < width) expect(await pageWidth()).toBe(before);
    await visitor.presses('ArrowRight');
    await dialog(text(lastProject.images[0]?.header ?? '')).isThere();
    await visitor.presses('ArrowLeft');
    await dialog(text(last.header)).isThere();
    await visitor.presses('Escape');
    await visitor.the('dialog').isGone();
    await thumbnail.hasFocus();
  });
});
