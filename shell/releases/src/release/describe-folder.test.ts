import { mkdtempDisposable, open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeFolder } from './describe-folder.ts';

test('the refusal of a file that is too large says what to do', async () => {
  await using disposable = await mkdtempDisposable(path.join(os.tmpdir(), 'film-'));
  await using film = await open(path.join(disposable.path, 'film.mp4'), 'w');
  await film.truncate(17_000_000);
  const declared = { name: 'pig', entry: 'film.mp4', requires: {}, commit: '' };
  const createdAt = new Date().toISOString();
  await expect(describeFolder(disposable.path, { ...declared, createdAt })).rejects.toThrow(
    'film.mp4 has more than the 16,777,216 bytes of a file: make it smaller, or load it from another place',
  );
});
