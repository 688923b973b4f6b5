import { mkdtempDisposable, open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { fingerprint } from './fingerprint.ts';
import { faultOfWeight } from './limits.ts';

test('the refusal of first scripts that are too heavy says by how much, of what, and who can allow it', () => {
  expect(faultOfWeight('blog', 50_000, undefined)).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, { scripts: 60_000 })).toBeUndefined();
  expect(faultOfWeight('blog', 50_900, undefined, ': shiki 40,000')).toBe(
    'Its first scripts have 50,900 bytes (brotli: shiki 40,000), 900 more than the 50,000 that blog may load with its page. Import less of it at first; or the owner allows more with: npm run keys -- allow blog --scripts 51000',
  );
});

test('the refusal of a file that is too large says what to do', async () => {
  const store = await temporaryStore();
  await using disposable = await mkdtempDisposable(path.join(os.tmpdir(), 'film-'));
  await using film = await open(path.join(disposable.path, 'film.mp4'), 'w');
  await film.truncate(17_000_000);
  const declared = { name: 'pig', entry: 'film.mp4', requires: {}, commit: '' };
  const createdAt = new Date().toISOString();
  await expect(fingerprint(store, disposable.path, { ...declared, createdAt })).rejects.toThrow(
    'film.mp4 has more than the 16,777,216 bytes of a file: make it smaller, or let the owner grant',
  );
});
