import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectNoViolation } from './fixtures/axe.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { root } from './fixtures/run.ts';
import { startDevelopment } from './fixtures/running-site.ts';

test('the gallery shows every export of the kit in both themes, and axe finds nothing', async ({
  page,
  team,
}) => {
  const development = await startDevelopment(team, 'kit');
  await page.goto(`${development.url}/kit`);
  await expect(page.getByRole('heading', { level: 1, name: 'The kit' })).toBeVisible();

  const index = await readFile(path.join(root, 'shell/kit/src/index.ts'), 'utf8');
  const exports = [...index.matchAll(/(\w+)(?=,| })/g)].map(([, name = '']) => name);
  const explained = await page.locator('div[id] > h3').allTextContents();
  expect(explained.sort()).toEqual(exports.sort());

  const looks = page.getByRole('article', { name: 'Layout and looks' });
  const colours = looks
    .locator('[data-theme]')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  expect(await colours).toEqual(['rgb(0, 21, 41)', 'rgb(245, 245, 245)']);
  await expect(looks.getByText("} from '@portfolio/kit';")).toBeVisible();
  await expect(page.getByText('images: ReadonlyArray<GalleryImage>;')).toBeVisible();
  await expectNoViolation(page, 'the gallery');
  // An open page would report that its server is gone.
  await page.close();
  await development.stop();
});
