import path from 'node:path';
import { expect, test } from '@jest/globals';
import {
  addKey,
  idOfKey,
  makeKeyPair,
  readPublicHalf,
  useCounter,
} from '@portfolio/releases/access/index.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { askCommandIn } from '@portfolio/test-support/ask-command.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const root = path.join(import.meta.dirname, '../../../..');

test('the owner ships the shell as a team does its section: by preview, activated, and back', async () => {
  const { store, get, port, ...api } = await startSmallApi();
  const [shellKey, otherKey] = [makeKeyPair(), makeKeyPair()];
  await addKey(store, readPublicHalf(shellKey.publicHalf), { sections: ['shell'] });
  await addKey(store, readPublicHalf(otherKey.publicHalf), { sections: ['games'] });
  const site = `http://127.0.0.1:${port}`;
  const owner = (...words: string[]) =>
    askCommandIn(root, { PORTFOLIO_KEY: shellKey.privateHalf }, ...words, '--to', site);
  const live = async () => (await readPointer(store, 'shell'))[0];
  const before = String(api.releases.shell?.id);

  const preview = await owner('deploy', 'shell', '--skip-browser', '--preview');
  const link = /^Preview of shell@(.{12}): .*\/home\?preview=shell@\1$/m;
  expect(preview.says).toMatch(link);
  const [, id = ''] = link.exec(preview.says) ?? [];
  expect(await live()).toBe(before);
  expect((await owner('activate', 'shell', id)).says).toBe(`shell@${id} is live.\n`);
  expect((await get('/home')).body).toContain(`shell@${id}`);
  // Somebody else has the key, and used the highest number there is: its owner goes on all the same.
  await useCounter(store, idOfKey(readPublicHalf(shellKey.publicHalf)), Date.now() + 13 * 60_000);
  expect((await owner('rollback', 'shell')).says).toBe(`shell@${before} is live.\n`);

  const environment = { PORTFOLIO_KEY: otherKey.privateHalf };
  const stolen = await askCommandIn(root, environment, 'rollback', 'shell', id, '--to', site);
  expect(stolen).toEqual({ code: 1, says: expect.stringContaining('opens games, not shell') });
  expect(await live()).toBe(before);
});
