import { expect, test } from '@jest/globals';
import { addTeam } from '@portfolio/test-support/team.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { readLog } from '../store/store.ts';
import { findToken, readTokens, refuseUnlessOpens, removeToken } from './tokens.ts';

const store = await temporaryStore();

test('a token is found by itself alone, and the store has its hash alone', async () => {
  const [team, other] = [await addTeam(store, ['games']), await addTeam(store, ['home'])];
  expect(await findToken(store, team.secret)).toEqual(team.token);
  expect(JSON.stringify(await readTokens(store))).not.toContain(team.secret);
  for (const wrong of ['', team.token.hash, team.secret.slice(1), `${team.secret} `])
    await expect(findToken(store, wrong)).rejects.toMatchObject({ status: 401 });
  await removeToken(store, team.token);
  const none = `This token is none of this site. The owner adds its SHA-256, which \`npx portfolio token\` prints: npx portfolio token add <section> <sha256>`;
  await expect(findToken(store, team.secret)).rejects.toThrow(none);
  expect(await findToken(store, other.secret)).toEqual(other.token);
  const did = (await readLog(store)).map((entry) => [entry.did, entry.section]);
  expect(did).toEqual([
    [`add token ${team.id}`, 'games'],
    [`add token ${other.id}`, 'home'],
    [`remove token ${team.id}`, undefined],
  ]);
});

const today = new Date().toISOString().slice(0, 10);

test.each([
  ['its section', 'games', {}, true, undefined],
  ['another section', 'home', {}, true, 'This token opens games and blog, and not this section.'],
  ['its section on the last day', 'games', { until: today }, true, undefined],
  ['its section later', 'games', { until: '2026-01-31' }, true, 'ended with 2026-01-31'],
  ['a preview', 'games', { isPreviewOnly: true } as const, false, undefined],
  ['more than previews', 'games', { isPreviewOnly: true } as const, true, 'only publish previews'],
  ['the shell', 'shell', { sections: ['shell'] }, false, 'No token opens the shell'],
])('what a token says of %s', (_what, section, more, makesLive, sentence) => {
  const token = { hash: '', sections: ['games', 'blog'], addedAt: '', ...more };
  const ask = () => refuseUnlessOpens(token, section, makesLive);
  if (sentence) expect(ask).toThrow(sentence);
  else expect(ask).not.toThrow();
});
