import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { describeRelease } from '@portfolio/test-support/statements.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { releaseFolder } from '../store/store.ts';
import { followLiveReleases } from './live-releases.ts';

test('however many old releases of a section somebody asks for, its live one does not wait for them', async () => {
  const store = await temporaryStore();
  const { home } = await laySmallSite(store);
  const live = followLiveReleases(store, createLog('silent'));
  const lines = Array.from({ length: 400 }, (_, at) => `  text${at}: "${'a'.repeat(60)}"`);
  const languages = ['fr', 'it', 'es', 'pt', 'nl', 'da', 'sv'];
  const old = ['One', 'Two', 'Three'].map((title) => {
    const texts = ['home:', `  title: "${title}"`, ...lines].join('\n');
    const files = languages.map((language) => [`locales/${language}.yaml`, texts]);
    return describeRelease('home', { 'main.mjs': title, ...Object.fromEntries(files) });
  });
  for (const { release, contents } of old) {
    const folder = releaseFolder(store, 'home', release.id);
    await mkdir(path.join(folder, 'locales'), { recursive: true });
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
    for (const [file, content] of contents) await writeFile(path.join(folder, file), content);
  }
  let found = 0;
  // The texts of three are more than the share of a section in a second.
  for (const { release } of old) void live.find(release).then(() => (found += 1));
  expect((await live.fresh())?.sections.home?.map(({ id }) => id)).toEqual([home?.id]);
  expect(found).toBeLessThan(old.length);
  await until(() => found === old.length, 'all are found');
});
