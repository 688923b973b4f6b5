import { expect, inEveryWindow, test } from './fixtures.ts';

test('a logo opens large, zooms in steps of a half, and closes', async ({ visitor }) => {
  await visitor.opens('/home');
  await inEveryWindow(visitor, async () => {
    await visitor.the('button', /potato/).click();
    const preview = visitor.the('dialog', 'The potato');
    const scale = preview.the('status');
    await scale.says('100 %');
    const small = (await preview.the('img').see())[0]?.box.width ?? 0;
    await preview.the('button', 'Zoom in').click();
    await scale.says('150 %');
    await expect
      .poll(async () => ((await preview.the('img').see())[0]?.box.width ?? 0) / small)
      .toBeCloseTo(1.5, 1);
    await visitor.presses('+');
    await scale.says('200 %');
    await visitor.presses('0');
    await scale.says('100 %');
    await preview.the('button', /^Close/).click();
    await visitor.the('dialog').isGone();
  });
});

test('the keyboard moves from screenshot to screenshot, and is back', async ({ visitor }) => {
  await visitor.opens('/portfolio');
  await inEveryWindow(visitor, async ({ width }) => {
    const thumbnail = visitor.the('article', 'Mud Inc.').the('button', /Spa day/);
    const pageWidth = () =>
      visitor.runs<number>(`return document.getElementById('root').clientWidth`);
    const before = await pageWidth();
    await thumbnail.click();
    const dialog = (name: string | RegExp) => visitor.the('dialog', name);
    await dialog('Down the drain, and from the top').isThere();
    // Where a scrollbar takes room: it goes, its place stays, and behind the picture no line breaks anew.
    if (before < width) expect(await pageWidth()).toBe(before);
    await visitor.presses('ArrowRight');
    await dialog(/^Day 1/).isThere();
    await visitor.presses('ArrowLeft');
    await dialog('Down the drain, and from the top').isThere();
    await visitor.presses('Escape');
    await visitor.the('dialog').isGone();
    await thumbnail.hasFocus();
  });
});
