import { lastImage, lastLogo, lastProject, techProject } from '../fixtures/content.ts';
import { firstLine, saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

test('a tab shows its text, by click and by key, and shifts nothing', async ({ visitor }) => {
  const { name, texts } = techProject();
  await visitor.opens('/portfolio');
  const project = visitor.the('article', text(name));
  const panel = project.the('tabpanel');
  await inEveryWindow(visitor, async () => {
    await project.the('tab', text('portfolio.tabs.tech')).click();
    await panel.says(saying(firstLine(texts[1]?.text ?? '')));
    const height = async () => (await project.see())[0]?.box.height;
    const before = await height();
    await visitor.presses('ArrowLeft');
    await panel.says(saying(firstLine(texts[0]?.text ?? '')));
    await project.the('tab', text('portfolio.tabs.info')).hasFocus();
    await project.the('tab', text('portfolio.tabs.info')).has('aria-selected', 'true');
    expect(await height()).toBe(before);
  });
});

test('a logo stands out above its card, whole', async ({ visitor }) => {
  await visitor.opens('/portfolio');
  const logo = visitor.the('article', text(lastProject.name)).the('img', text(lastProject.logoAlt));
  await inEveryWindow(visitor, async () => {
    await logo.isThere();
    // What is cut off cannot be pointed at either.
    await expect
      .poll(async () => {
        const { x, y, width } = (await logo.see(true))[0]?.box ?? { x: 0, y: 0, width: 0 };
        return visitor.runs(
          `return document.elementFromPoint(${x + width / 2}, ${y + 4})?.closest('article') !== null`,
        );
      })
      .toBe(true);
  });
});

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
