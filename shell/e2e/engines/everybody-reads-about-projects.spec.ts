import { lastImage, lastProject } from '../fixtures/content.ts';
import { saying, text } from '../fixtures/text.ts';
import { expect, inEveryWindow, test } from './fixtures.ts';

const last = lastImage(lastProject);

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
    const dialog = (name: string) => visitor.getByRole('dialog', saying(name));
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
