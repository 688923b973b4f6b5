import { expect, test } from '@jest/globals';
import { addRelease, point } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';

test('a release is out of use from the change that displaced it, until it is used again', async () => {
  const store = await temporaryStore();
  const { id } = await addRelease(store, 'home', sectionFiles('home', 'First'));
  const leftAt = async () => {
    const rows = await store.database.run('SELECT left_at FROM releases WHERE id = $1', [id]);
    return rows[0]?.left_at;
  };
  expect(await leftAt()).toBeNull();
  await point(store, 'home', ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', id]);
  expect(await leftAt()).toBeGreaterThan(Date.now() - 60_000);
  await point(store, 'home', ['aaaaaaaaaaaa', id]);
  expect(await leftAt()).toBeNull();
});
