import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { writePointer } from '@portfolio/releases/live/pointer.ts';
import { sectionFolder } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { laySecret, makeFifo } from '@portfolio/test-support/secret.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();
const secret = laySecret(api.store);

/** What can become of a file; each at random, with numbers that can be repeated. */
const damages: ((file: string, random: () => number) => void)[] = [
  (file) => replace(file, () => {}),
  (file) => replace(file, () => writeFileSync(file, '')),
  (file) => replace(file, () => writeFileSync(file, '{"a":')),
  (file) => replace(file, () => writeFileSync(file, 'x'.repeat(300_000))),
  (file, random) =>
    replace(file, () =>
      writeFileSync(file, Buffer.from(Array.from({ length: 50 }, () => random() * 256))),
    ),
  (file) => replace(file, () => mkdirSync(file)),
  (file) => replace(file, () => symlinkSync(secret, file)),
  (file) => replace(file, () => symlinkSync('/dev/zero', file)),
  (file) => replace(file, () => symlinkSync(path.basename(file), file)),
  (file) => replace(file, () => makeFifo(file)),
  (file) => replace(file, () => writeFileSync(file, '', { mode: 0 })),
  (file) =>
    replace(file, () => writeFileSync(file, JSON.stringify(['ffffffffffff', '../../shell', 5]))),
  (file) =>
    replace(file, () =>
      writeFileSync(file, 'contact: {a: &a 1, b: *a}\ncontact: 5\n__proto__: {}'),
    ),
];

/** Takes away what is there first: nothing is ever written or changed through a link. */
function replace(file: string, lay: () => void): void {
  rmSync(file, { recursive: true, force: true });
  lay();
}

/** Every file of a folder, links and FIFOs too; nothing behind a link. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? [file, ...filesIn(file)] : [file];
  });
}

test('a thousand times random damage to a section: no other page feels it', async () => {
  // A linear congruential generator: the same damage in every run.
  let seed = 20_261_121;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const folder = sectionFolder(api.store, 'contact');
  const others = [
    '/home',
    '/games',
    '/api/locales/en',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/healthz',
    `/releases/home/${api.releases.home?.id}/resources/logo.svg`,
    '/home?preview=contact@ffffffffffff',
  ];
  const ids = () => readdirSync(folder).filter((name) => /^[0-9a-f]{12}$/.test(name));
  const bad: string[] = [];
  for (let turn = 0; turn < 1000; turn += 1) {
    if (turn % 100 === 0) {
      rmSync(folder, { recursive: true, force: true });
      const { id } = await layRelease(api.store, 'contact', sectionFiles('contact', `${turn}`));
      await layRelease(api.store, 'contact', sectionFiles('contact', `${turn} again`));
      await writePointer(api.store, 'contact', [...new Set([...ids(), id])]);
    }
    const file = pick(filesIn(folder));
    if (file) pick(damages)(file, random);
    const id = pick([...ids(), 'ffffffffffff']);
    const asked = [
      pick(others),
      pick(others),
      `/api/locales/en?releases=contact@${id}&failed=contact@${id}`,
    ];
    for (const address of asked) {
      const { status, body } = await api.get(address);
      const isFine = status === 200 && !(address === '/home' && !body.includes('<title>Home en'));
      if (!isFine) bad.push(`${turn}: ${address} ${status}`);
    }
    const own = await api.get(pick(['/contact', `/releases/contact/${id}/resources/logo.svg`]));
    if (own.status >= 500 || own.body === 'secret') bad.push(`${turn}: contact ${own.status}`);
  }
  expect(bad).toEqual([]);
  expect(readFileSync(secret, 'utf8')).toBe('secret');
});
