import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { cached } from '@portfolio/test-support/damage.ts';
import { randomNumbers, seed, tries } from '@portfolio/test-support/seed.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();

const damages: ((file: string, random: () => number) => void)[] = [
  () => {},
  (file) => writeFileSync(file, ''),
  (file) => writeFileSync(file, 'x'.repeat(300_000)),
  (file, random) =>
    writeFileSync(file, Buffer.from(Array.from({ length: 50 }, () => random() * 256))),
  (file) => mkdirSync(file),
  (file) => writeFileSync(file, '', { mode: 0 }),
];

test(`${75 * tries} random damages (seed ${seed}) to the files of a section affect no other page`, async () => {
  const random = randomNumbers();
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const others = [
    ...['/home', '/games', '/api/locales/en', '/sitemap.xml', '/manifest.webmanifest', '/healthz'],
    `/releases/home/${api.releases.home?.id}/resources/logo.svg`,
    '/home?preview=contact@ffffffffffff',
  ];
  const bad: string[] = [];
  let releases: Awaited<ReturnType<typeof addRelease>>[] = [];
  for (let turn = 0; turn < 75 * tries; turn += 1) {
    if (turn % 50 === 0) {
      releases = await Array.fromAsync([`${turn}`, `${turn} again`], (title) =>
        addRelease(api.store, 'contact', sectionFiles('contact', title)),
      );
    }
    const release = pick(releases);
    const folder = pick(['files', 'br', 'files', 'files']);
    const file = cached(api.store, release, folder, pick(Object.keys(release.files)));
    rmSync(file, { recursive: true, force: true });
    mkdirSync(path.dirname(file), { recursive: true });
    pick(damages)(file, random);
    const asked = [pick(others), pick(others), `/api/locales/en?releases=contact@${release.id}`];
    for (const address of asked) {
      const { status, body } = await api.get(address);
      const isFine = status === 200 && !(address === '/home' && !body.includes('<title>Home en'));
      if (!isFine) bad.push(`${turn}: ${address} ${status}`);
    }
    const places = [
      '/contact',
      ...Object.keys(release.files).map((each) => `/releases/contact/${release.id}/${each}`),
    ];
    const answer = await api.get(pick(places));
    if (answer.status >= 500) bad.push(`${turn}: ${answer.status}`);
  }
  expect(bad).toEqual([]);
});
