import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import {
  faults,
  idOf,
  liveIds,
  newWords,
  oldWords,
  putLive,
  releaseNewWords,
} from './fixtures/releases.ts';
import { otherLanguage, text } from './fixtures/text.ts';

test.use({ reducedMotion: 'reduce' });

test('only its link shows a preview', async ({ page, header, heading, form, context, ownSite }) => {
  const { live, before } = await releaseNewWords(ownSite);
  await putLive(ownSite, 'home', before);
  const badge = page.locator('[data-kind=info]');
  const expectPreview = () => expect(badge).toContainText(`home@${live}`);
  await page.goto(`${ownSite.url}/home?preview=home@${live}`);
  await expect(heading).toHaveText(newWords);
  await expectPreview();
  await header.language.selectOption(otherLanguage);
  await expect(page.locator('html')).toHaveAttribute('lang', otherLanguage);
  await expect(heading).toHaveText(newWords);

  // The preview stays on other pages, and after a reload.
  await header.link('contact').click();
  await expect(form.message).toBeVisible();
  await expectPreview();
  await expectNoViolation(page, 'a preview');
  await page.reload();
  await expect(form.message).toBeVisible();
  await expectPreview();
  await header.link('home').click();
  await expect(heading).toHaveText(newWords);

  // Two teams preview their releases together.
  const [contact] = await liveIds(ownSite, 'contact');
  await page.goto(`${ownSite.url}/home?preview=contact@${contact},home@${live}`);
  await expect(heading).toHaveText(newWords);
  await expect(badge).toContainText(`contact@${contact}, home@${live}`);

  // Another tab shows the live releases at the same time.
  const other = await context.newPage();
  await other.goto(`${ownSite.url}/home?language=en`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(oldWords);
  await expect(other.locator('[data-kind=info]')).toHaveCount(0);

  // The language in the address is kept when the visitor leaves the preview.
  await page.goto(`${ownSite.url}/home?language=${otherLanguage}&preview=home@${live}`);
  await badge.getByRole('link', { name: text('notices.leavePreview', otherLanguage) }).click();
  await expect(page).toHaveURL(`${ownSite.url}/home?language=${otherLanguage}`);
  await expect(heading).toContainText(text('home.header.accent', otherLanguage));
  await expect(badge).toHaveCount(0);
});

test.describe('a previewed release that fails', () => {
  test.use({ expectedErrors: [/^Error: no\b|had to be rendered again/] });

  test('is shown as failed, without a fallback', async ({ page, header, heading, ownSite }) => {
    const live = await idOf(ownSite, 'home');
    const hint = page.locator('[data-kind=error]', { hasText: text('notices.previewFailed') });
    for (const fault of ['throws when it starts', 'throws while rendering'] as const) {
      const bad = await faults[fault](ownSite);
      await putLive(ownSite, 'home', live);
      await page.goto(`${ownSite.url}/home?preview=home@${bad}`, { waitUntil: 'load' });
      await expect(hint).toContainText(`home@${bad}: Error: no`);
      // The other pages show their live releases.
      await header.link('contact').click();
      await expect(heading).toHaveText(text('contact.title'));
    }
  });
});

// A rule of the command line has every mistake that only rendering finds.
test('a deploy that cannot be rendered is refused with its line', {
  tag: '@slow',
}, async ({ ownSite, team }) => {
  for (const [name, file, place] of [
    ['home', 'remote-home/src/page.tsx', / \(.*src\/page\.tsx:\d+\)/],
    ['shell', 'shell/src/header/header.tsx', /\b/],
  ] as const)
    await test.step(`of ${name}`, async () => {
      const before = await liveIds(ownSite, name);
      const [begin, throws] = ['  return (', "  throw new Error('mud');\n  return ("];
      await team.change(file, begin, throws);
      const output = await ownSite.command(`deploy ${name}`, { cwd: team.folder, exitCode: 1 });
      expect(output).toMatch(new RegExp(`Its page cannot be rendered: Error: mud${place.source}`));
      expect(output).not.toMatch(/^\s+at /m);
      expect(await liveIds(ownSite, name)).toEqual(before);
      await team.change(file, throws, begin);
    });
});
