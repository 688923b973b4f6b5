import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { text } from './fixtures/text.ts';

const words = (key: string) => text(`home.cut.${key}`);

test('seven strokes of the keyboard cut a pig, which replaces the mascot', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: words('start') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: words('title') });
  await expect(dialog.getByRole('button', { name: words('stone') })).toBeFocused();
  for (let cut = 0; cut < 7; cut += 1) {
    await expect(dialog.getByRole('status')).toHaveText(words(`said.${cut}`));
    for (let turn = 0; turn < cut; turn += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    for (const act of ['down', 'down', 'up'] as const) await page.keyboard[act]('Enter');
  }
  await expect(dialog.getByRole('status')).toHaveText(words('said.7'));
  await expect(dialog.getByRole('button', { name: words('keep') })).toBeFocused();
  const address = await dialog.getByRole('link').getAttribute('href');
  const code = /\b[0-7]{7}$/.exec(String(address))?.[0];
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: words('start') })).toBeFocused();
  const own = page.getByRole('img', { name: words('pig').replace('{code}', String(code)) });
  await expect(own).toBeVisible();
  await expect(page.getByAltText(text('home.header.mascot'))).toBeHidden();
  await expect(page).toHaveURL(String(address));
  await page.reload();
  await expect(own).toBeVisible();
});

test('a pig cut by pointer is kept as a picture, or as a link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/home');
  await page.getByRole('button', { name: words('start') }).click();
  const dialog = page.getByRole('dialog');
  const said = dialog.getByRole('status');
  await expectNoViolation(page, 'the ruby');
  const stone = dialog.getByRole('button', { name: words('stone') });
  const { x = 0, y = 0, width = 0, height = 0 } = (await stone.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.4, y + height * 0.2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.8, { steps: 4 });
  await page.mouse.up();
  await expect(said).toHaveText(words('said.1'));
  for (let cut = 1; cut < 7; cut += 1)
    await stone.click({ position: { x: 60 + cut * 20, y: 120 } });
  await expect(said).toHaveText(words('said.7'));
  await expectNoViolation(page, 'the pig');
  await dialog.getByRole('button', { name: words('copy') }).click();
  await expect(said).toHaveText(words('copied'));
  const kept = page.waitForEvent('download');
  await dialog.getByRole('button', { name: words('keep') }).click();
  expect((await kept).suggestedFilename()).toMatch(/\b3175317\.png$/);
  await expect(said).toHaveText(words('said.7'));
  const address = await dialog.getByRole('link').getAttribute('href');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await dialog.getByRole('button', { name: words('again') }).click();
  await expect(said).toHaveText(words('said.0'));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByAltText(text('home.header.mascot'))).toBeVisible();
});
