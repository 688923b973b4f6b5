import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import {
  addKey,
  idOfKey,
  makeKeyPair,
  readPublicHalf,
  useNonce,
} from '@portfolio/releases/access/index.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { faultsOfFiles } from '@portfolio/releases/store/find-faults.ts';
import { findRelease, readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { runCommandIn } from '@portfolio/test-support/run-command.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { openTcpProxy } from '@portfolio/test-support/tcp-proxy.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { until } from '@portfolio/test-support/until.ts';

const { privateHalf, publicHalf } = makeKeyPair();
const api = await startSmallApi();
const site = api.url;
const provides = { react: '19.3.1', '@portfolio/kit': '1.9.0' };
await addRelease(api.store, 'shell', shellFiles, { provides });

const team = (folder: string, ...words: string[]) =>
  runCommandIn(folder, { PORTFOLIO_KEY: privateHalf }, ...words);
const live = () => readLiveOf(api.store, 'pig').ids;
const releaseOf = (id: string) => findRelease(api.store, { name: 'pig', id }) as Release;
const idIn = (says: string) => /pig@([0-9a-f]{12})/.exec(says)?.[1];

test('without a key, here or on the site, the message says what to do', async () => {
  const folder = await tinySection();
  const none = await runCommandIn(folder, {}, 'deploy', '--to', site);
  expect(none).toEqual({ code: 1, says: expect.stringContaining('portfolio keygen pig') });
  const closed = await team(folder, 'deploy', '--to', site);
  expect(closed.says).toContain('takes nothing over the network: its owner has added no key yet');
  await addKey(api.store, readPublicHalf(publicHalf), { sections: ['pig'] });
});

test('a team deploys to a site, makes a preview live and rolls back', async () => {
  const folder = await tinySection();
  const first = await team(folder, 'deploy', '--to', site);
  expect(first.says).toMatch(/Sent 6 of 6 files, [\d,]+ bytes\.\npig@[0-9a-f]{12} is live\.$/m);
  const one = idIn(first.says);
  expect(live()).toEqual([one]);
  await writeFile(path.join(folder, 'locales/en.yaml'), 'pig: { title: Hog }\n');
  const preview = await team(folder, 'deploy', '--preview', '--to', site);
  const two = String(idIn(preview.says));
  expect(preview.says).toContain(`Sent 1 of 6 files`);
  expect(preview.says).toContain(`Preview of pig@${two}: ${site}/pig?preview=pig@${two}`);
  expect(live()).toEqual([one]);
  expect((await team(folder, 'rollback', 'pig', two, '--to', site)).says).toBe(
    `pig@${two} is live.\n`,
  );
  expect(live()).toEqual([two, one]);
  expect((await team(folder, 'rollback', 'pig', '--to', site)).says).toBe(`pig@${one} is live.\n`);
  expect(live()).toEqual([one]);
});

test('a team lists its releases, and a key without the right is refused before a build', async () => {
  const folder = await tinySection();
  const { says } = await team(folder, 'releases', '--to', site);
  expect(says).toMatch(/^pig +[0-9a-f]{12} +rolled back .*\npig +[0-9a-f]{12} +live /m);
  expect(says).not.toContain('shell');
  const unbuildable = await tinySection({ 'src/page.tsx': 'export default (' });
  const tried = async (key: string, ...words: string[]) =>
    runCommandIn(unbuildable, { PORTFOLIO_KEY: key }, 'deploy', ...words, '--to', site);
  const [unknown, other, previews] = [makeKeyPair(), makeKeyPair(), makeKeyPair()];
  await addKey(api.store, readPublicHalf(other.publicHalf), { sections: ['home'] });
  const opens = { sections: ['pig'], isPreviewOnly: true as const };
  await addKey(api.store, readPublicHalf(previews.publicHalf), opens);
  expect((await tried(unknown.privateHalf)).says).toContain("is none of this site's");
  expect((await tried(other.privateHalf)).says).toContain('opens home, not pig.');
  expect((await tried(previews.privateHalf)).says).toContain('may only publish previews');
  expect((await tried(previews.privateHalf, '--preview')).says).toContain('could not be built');
  const nowhere = await team(folder, 'rollback', 'pig', 'f'.repeat(12), '--to', site);
  expect(nowhere.says).toContain(`npx portfolio releases --to ${site}`);
});

test('a team sees the source lines of its faults, and visitors get no maps', async () => {
  const folder = await tinySection();
  const [id = ''] = live();
  const { files } = findRelease(api.store, { name: 'pig', id }) ?? {};
  const map = Object.keys(files ?? {}).find((file) => file.endsWith('.map')) ?? '';
  const base = `${site}/releases/pig/${id}/`;
  const script = map.replace(/\.map$/, '');
  const ask = (address: string) => fetch(address).then(({ status }) => status);
  expect([await ask(base + script), await ask(base + map)]).toEqual([200, 404]);
  const [before = ''] = (await (await fetch(base + script)).text()).split('"pig.title"');
  const place = `${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}`;
  const thrown = `TypeError /releases/pig/${id}/${script}:${place}`;
  const report = { release: `pig@${id}`, hasFailed: true, error: thrown };
  await fetch(`${site}/api/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  });
  const told = () => team(folder, 'releases', '--to', site, 'faults', 'pig');
  await until(async () => (await told()).says.includes(id), 'the fault is told');
  expect((await told()).says).toBe(
    `pig@${id}  1 visitor, the last < 1 min ago
  TypeError
    at src/page.tsx:2 (${script}:${place})\n`,
  );
  const { publicHalf: other, privateHalf: key } = makeKeyPair();
  await addKey(api.store, readPublicHalf(other), { sections: ['home'] });
  const words = ['releases', 'faults', 'pig', '--to', site];
  const refused = await runCommandIn(folder, { PORTFOLIO_KEY: key }, ...words);
  expect(refused).toEqual({ code: 1, says: expect.stringContaining('opens home, not pig.') });
});

test('a team can roll back a broken live release, or replace it by a deploy', async () => {
  const damage = async () => {
    const release = releaseOf(live()[0] ?? '');
    await loseFile(api.store, release, 'locales/en.yaml');
    return release.id;
  };
  const folder = await tinySection({ 'locales/en.yaml': 'pig: { title: Boar }\n' });
  const words = ['deploy', '--to', site];
  expect((await team(folder, ...words)).says).toContain('is live.');
  const broken = await damage();
  const back = await team(folder, 'rollback', 'pig', '--to', site);
  expect(back).toEqual({ code: 0, says: expect.stringContaining('is live.') });
  expect(live()).not.toContain(broken);
  expect((await team(folder, ...words)).says).toContain('is live.');
  await damage();
  const repaired = idIn((await team(folder, ...words)).says) ?? '';
  expect(live()[0]).toBe(repaired);
  expect(await faultsOfFiles(api.store, releaseOf(repaired))).toEqual([]);
});

test('a deploy that fails its checks is refused before anything is sent', async () => {
  const folder = await tinySection({ 'locales/de.yaml': undefined });
  const { code, says } = await team(folder, 'deploy', '--to', site);
  expect([code, says]).toEqual([1, expect.stringContaining('locales/de.yaml is missing')]);
  // A check needs no key.
  const checked = await runCommandIn(folder, {}, 'check', '--to', site);
  expect(checked).toEqual({ code: 1, says });
  const whole = await runCommandIn(await tinySection(), {}, 'check', '--to', site);
  expect(whole.says).toContain('pig could be deployed.\n');
});

test('a deploy succeeds over a connection that breaks at 20 random points', async () => {
  const before = live()[0];
  const folder = await tinySection();
  await mkdir(path.join(folder, 'resources'));
  const films = Array.from({ length: 30 }, (_, at) => `resources/${at}.mp4`);
  for (const film of films) await writeFile(path.join(folder, film), randomBytes(50_000));
  // The points come after the signed request; the rest is some 1.5 MB and repeated files.
  const points = Array.from(
    { length: 20 },
    (_, at) => 40_000 + at * 60_000 + Math.random() * 50_000,
  );
  const line = await openTcpProxy(api.port, points);
  const { says } = await team(folder, 'deploy', '--to', `http://127.0.0.1:${line.port}`);
  expect(says).toContain('is live.');
  expect(line.broke()).toBe(20);
  const [now = ''] = live();
  expect(now).not.toBe(before);
  expect(await faultsOfFiles(api.store, releaseOf(now))).toEqual([]);
});

test('no key opens the shell, and a thief who used the highest nonce of a key stops nobody', async () => {
  const root = path.join(import.meta.dirname, '../../../..');
  const [shellBefore] = readLiveOf(api.store, 'shell').ids;
  const shellToo = await team(root, 'deploy', 'shell', '--to', site);
  expect(shellToo.code).toBe(1);
  expect(shellToo.says).toContain('No key opens the shell');
  expect(readLiveOf(api.store, 'shell').ids[0]).toBe(shellBefore);

  const [, before = ''] = live();
  await useNonce(api.store, idOfKey(readPublicHalf(publicHalf)), Date.now() + 13 * 60_000);
  const back = await team(await tinySection(), 'rollback', 'pig', before, '--to', site);
  expect(back.says).toBe(`pig@${before} is live.\n`);
  expect(live()[0]).toBe(before);
});
