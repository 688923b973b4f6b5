import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { type OpenStore, openStore } from '@portfolio/releases/store/open-store.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { type Postgres, startPostgres } from '@portfolio/test-support/postgres.ts';
import { homePage, laySmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { median } from '../loads/median.ts';

/** What machines cost the database that they follow, and how soon they have what has changed. */
export interface Together {
  machines: number;
  /** Until all of them have the small site, from nothing. */
  startMs: number;
  /** Until all have a release of some kilobytes, from the beginning of its deploy without the build. */
  changeMs: number;
  /** The same of a release with a megabyte of new contents. */
  megabyteMs: number;
  /** At rest, the one that counts them left out. */
  connections: number;
  /** Of all together, in a second at rest. */
  statements: number;
}

const restMs = 4000;

/** Lets so many machines, all in this process, follow one PostgreSQL. */
export async function followTogether(machines: number, changes: number): Promise<Together> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-machines-'));
  const postgres = await startPostgres();
  const opened: OpenStore[] = [];
  const open = async (name: string) => {
    const store = await openStore(
      { DATA_DIR: path.join(folder, name), DATABASE_URL: postgres.url },
      { info() {}, error() {} },
    );
    opened.push(store);
    return store;
  };
  try {
    await postgres.query('ALTER SYSTEM SET max_connections = 1000');
    await postgres.rest();
    await postgres.start();
    const owner = await open('owner');
    await laySmallSite(owner);
    const began = performance.now();
    const followers = await Promise.all(
      Array.from({ length: machines }, (_, number) => open(`machine-${number}`)),
    );
    await Promise.all(followers.map(({ follow }) => follow()));
    const startMs = performance.now() - began;

    const times: number[] = [];
    for (let change = 0; change < changes; change += 1)
      times.push(await untilAllHave(owner, followers, `Change ${change}`));
    const picture = { 'resources/picture.webp': randomBytes(1_000_000) };
    const megabyteMs = await untilAllHave(owner, followers, 'Picture', picture);
    const rest = await lookAtRest(postgres);
    return { machines, startMs, changeMs: median(times), megabyteMs, ...rest };
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilAllHave(
  owner: Store,
  followers: readonly Store[],
  title: string,
  more: Record<string, Uint8Array> = {},
): Promise<number> {
  const files = { ...sectionFiles('home', title), ...more };
  const began = performance.now();
  const { id } = await layRelease(owner, 'home', files, { page: homePage });
  for (const follower of followers)
    while ((await readPointer(follower, 'home'))[0] !== id) await sleep(2);
  return performance.now() - began;
}

async function lookAtRest(postgres: Postgres) {
  // Connections that worked are kept for 10 s.
  await sleep(11_000);
  const count = async (what: string) => {
    const [row] = await postgres.query(`SELECT ${what} AS count FROM pg_stat_database
      WHERE datname = current_database()`);
    return Number(row?.count);
  };
  const before = await count('xact_commit');
  await sleep(restMs);
  // PostgreSQL writes down what a connection did when it has been idle for a second.
  const statements = (1000 * ((await count('xact_commit')) - before)) / restMs;
  return { connections: (await count('numbackends')) - 1, statements };
}
