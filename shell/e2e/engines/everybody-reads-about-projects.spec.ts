import { lastProject, techProject } from '../fixtures/content.ts';
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
