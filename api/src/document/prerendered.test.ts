import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { defaultPage } from '@portfolio/contract/pages.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import type { Log } from '../log.ts';
import { cachePages, layoutOf } from './prerendered.ts';

test('pages that cannot be used are passed over, and named once however often they are asked for', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portfolio-pages-'));
  const store = storeIn(dataDir);
  const id = '0123456789ab';
  const set = {
    shell: { name: 'shell', id },
    sections: { home: [{ name: 'home', id }] },
    pages: [],
    texts: new Map(),
  } as unknown as LiveSet;
  const folder = path.join(store.folder, 'home', `${id}.pages`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${layoutOf(set)}.json`), '{"en":{}}');

  const warned: unknown[] = [];
  const log = { warn: (...said: unknown[]) => warned.push(said) } as unknown as Log;
  const pageOf = cachePages(store, log);
  const home = { ...defaultPage('home'), section: 'home' };
  expect(await pageOf(set, home, 'en')).toBeUndefined();
  // By then it is looked for again, since a page may come after its release.
  await wait(1100);
  expect(await pageOf(set, home, 'en')).toBeUndefined();
  expect(warned).toHaveLength(1);
  rmSync(dataDir, { recursive: true });
});
