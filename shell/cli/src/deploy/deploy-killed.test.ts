import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { integrityOf } from '@portfolio/releases/release/fingerprint.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { releaseFolder, type Store } from '@portfolio/releases/store/store.ts';
import { deployAlone } from '@portfolio/test-support/deploy-alone.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';

const kills = 20;

test(`a deploy killed at ${kills} moments leaves a valid pointer to a complete release`, async () => {
  const store = await temporaryStore();
  await deployUntil(store, 'first', Number.POSITIVE_INFINITY);
  const whole = await deployUntil(store, 'second', Number.POSITIVE_INFINITY);
  let killed = 0;
  let cameThrough = 0;
  while (killed < kills) {
    const moment = Math.random() * whole.ms;
    const { isKilled } = await deployUntil(store, `release ${killed} ${cameThrough}`, moment);
    if (isKilled) killed += 1;
    else cameThrough += 1;
    expect(cameThrough).toBeLessThan(100);
    await expectCompleteReleases(store);
  }
  console.info(`${killed} deploys were killed, ${cameThrough} came through.`);

  // What the killed ones left behind stands in nobody's way.
  await deployUntil(store, 'last', Number.POSITIVE_INFINITY);
  const [live = ''] = await readPointer(store, 'pig');
  expect(await titleOf(store, live)).toBe('last');
});

test('roll-backs during deploys leave a valid pointer, too', async () => {
  const store = await temporaryStore();
  await deployUntil(store, 'first', Number.POSITIVE_INFINITY);
  const [first = ''] = await readPointer(store, 'pig');
  const deploys = Promise.all(
    ['second', 'third'].map((title) => deployUntil(store, title, Number.POSITIVE_INFINITY)),
  );
  let isOver = false;
  deploys.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await rollBack(store, 'pig', first);
    await expectCompleteReleases(store);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await deploys;
  await expectCompleteReleases(store);
});

/** Deploys a pig with this title in a process of its own, which lives that long at most. */
async function deployUntil(store: Store, title: string, ms: number) {
  const source = await tinySection({ 'locales/en.yaml': `pig: { title: ${title} }\n` });
  const started = Date.now();
  const deploy = deployAlone(store, source);
  const timer = Number.isFinite(ms) ? setTimeout(() => deploy.kill('SIGKILL'), ms) : undefined;
  const [code] = await once(deploy, 'close');
  clearTimeout(timer);
  return { isKilled: code === null, ms: Date.now() - started };
}

/** Everything the pointer names is there, byte for byte as its description says. */
async function expectCompleteReleases(store: Store): Promise<void> {
  for (const id of await readPointer(store, 'pig')) {
    const release = await readRelease(store, 'pig', id);
    expect(release).toBeDefined();
    for (const [file, { integrity }] of Object.entries(release?.files ?? {})) {
      const content = await readFile(path.join(releaseFolder(store, 'pig', id), file));
      expect(integrityOf(content)).toBe(integrity);
    }
  }
}

async function titleOf(store: Store, id: string): Promise<string | undefined> {
  const file = path.join(releaseFolder(store, 'pig', id), 'locales/en.yaml');
  return (await readFile(file, 'utf8')).match(/title: (.*?) }/)?.[1];
}
