import { lastImage, lastLogo, lastProject, techProject } from '../fixtures/content.ts';
import { firstLine, saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

test('a tab shows its text, by click and by key, and shifts nothing', async ({ visitor }) => {
  const { name, texts } = techProject();
  await visitor.goto('/portfolio');
  const project = visitor.getByRole('article', text(name));
  const panel = project.getByRole('tabpanel');
  await inEveryWindow(visitor, async () => {
    await project.getByRole('tab', text('portfolio.tabs.tech')).click();
    await panel.hasText(saying(firstLine(texts[1]?.text ?? '')));
    const height = async () => (await project.states())[0]?.box.height;
    const before = await height();
    await visitor.press('ArrowLeft');
    await panel.hasText(saying(firstLine(texts[0]?.text ?? '')));
    await project.getByRole('tab', text('portfolio.tabs.info')).hasFocus();
    await project
      .getByRole('tab', text('portfolio.tabs.info'))
      .hasAttribute('aria-selected', 'true');
    expect(await height()).toBe(before);
  });
});

test('a logo extends above its card without being clipped', async ({ visitor }) => {
  await visitor.goto('/portfolio');
  const logo = visitor
    .getByRole('article', text(lastProject.name))
    .getByRole('img', text(lastProject.logoAlt));
  await inEveryWindow(visitor, async () => {
    await logo.isPresent();
    // A clipped logo could not be pointed at.
    await expect
      .poll(async () => {
        const { x, y, width } = (await logo.states(true))[0]?.box ?? { x: 0, y: 0, width: 0 };
        return visitor.evaluate(
          `return document.elementFromPoint(${x + width / 2}, ${y + 4})?.closest('article') !== null`,
        );
      })
      .toBe(true);
  });
});

const last = lastImage(lastProject);

test('a logo opens large, zooms in steps of a half, and closes', async ({ visitor }) => {
  await visitor.goto('/home');
  await inEveryWindow(visitor, async () => {
    await visitor.getByRole('button', saying(text(lastLogo.alt))).click();
    const preview = visitor.getByRole('dialog', text(lastLogo.header));
    const scale = preview.getByRole('status');
    await scale.hasText('100%');
    // Thumbnails take no click while the picture grows or shrinks (0.24 s).
    const isMoving = () => visitor.evaluate(`return 'change' in document.documentElement.dataset`);
    await expect.poll(isMoving).toBe(false);
    const small = (await preview.getByRole('img').states())[0]?.box.width ?? 0;
    await preview.getByRole('button', text('preview.zoomIn')).click();
    await scale.hasText('150%');
    await expect
      .poll(async () => ((await preview.getByRole('img').states())[0]?.box.width ?? 0) / small)
      .toBeCloseTo(1.5, 1);
    await visitor.press('+');
    await scale.hasText('200%');
    await visitor.press('0');
    await scale.hasText('100%');
    await preview.getByRole('button', /^Close/).click();
    await visitor.getByRole('dialog').isAbsent();
    await expect.poll(isMoving).toBe(false);
  });
});

test('the keyboard moves between screenshots, and returns to the thumbnail', async ({
  visitor,
}) => {
  await visitor.goto('/portfolio');
  await inEveryWindow(visitor, async ({ width }) => {
    const thumbnail = visitor
      .getByRole('article', text(lastProject.name))
      .getByRole('button', saying(text(last.alt)));
    const pageWidth = () =>
      visitor.evaluate<number>(`return document.getElementById('root').clientWidth`);
    const before = await pageWidth();
    await thumbnail.click();
    const dialog = (name: string | RegExp) => visitor.getByRole('dialog', name);
    await dialog(text(last.header)).isPresent();
    // The scrollbar disappears but its width stays, so that no line wraps differently.
    if (before < width) expect(await pageWidth()).toBe(before);
    await visitor.press('ArrowRight');
    await dialog(text(lastProject.images[0]?.header ?? '')).isPresent();
    await visitor.press('ArrowLeft');
    await dialog(text(last.header)).isPresent();
    await visitor.press('Escape');
    await visitor.getByRole('dialog').isAbsent();
    await thumbnail.hasFocus();
  });
});
