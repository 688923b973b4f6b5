import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { hashInputs } from './build-inputs.ts';

test('a changed, new or removed file of a section is an input of its build, a test or what is built is none', async () => {
  const source = await tinySection({ 'posts/one.md': 'One' });
  const hashes = [hashInputs(source)];
  for (const changed of [
    { 'src/page.tsx': 'export default () => null;' },
    { 'locales/fr.yaml': 'pig: { title: Cochon }' },
    { 'posts/two.md': 'Two' },
  ]) {
    await writeFiles(source, changed);
    hashes.push(hashInputs(source));
  }
  await rm(path.join(source, 'posts/one.md'));
  hashes.push(hashInputs(source));
  expect(new Set(hashes).size).toBe(hashes.length);
  await writeFiles(source, { 'src/page.test.tsx': '', 'dist/a.mjs': '', 'node_modules/a.js': '' });
  expect(hashInputs(source)).toBe(hashes.at(-1));
});
