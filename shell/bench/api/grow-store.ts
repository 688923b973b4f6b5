import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { putLive } from '@portfolio/releases/live/move-pointer.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { findPrunable, prune } from '@portfolio/releases/store/prune.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { buildRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startServer } from './served-site.ts';

/** New contents of every release. */
export const bytesOfEach = 1_000_000;

const name = 'grown';
const edge = 20;

/** What it costs that a store has grown. */
export interface Growth {
  /** A deploy without its build, among the first and among the last. */
  firstMs: number;
  lastMs: number;
  /** From the start of a machine to its first page: with an empty folder where it has a copy. */
  startMs: number;
  /** What the server has in memory then. */
  memory: number;
  pruneMs: number;
}

/** Lets a store grow, and looks at it before all that is out of use is removed. */
export async function growStore(
  settings: { DATA_DIR: string; DATABASE_URL?: string },
  releases: number,
): Promise<Growth> {
  const store = await openStore(settings, { info() {}, error() {} });
  try {
    await store.remote?.pull();
    const times: number[] = [];
    for (let number = 0; number < releases; number += 1)
      times.push(await deployAnother(store, number));
    const [first, last] = [times.slice(0, edge), times.slice(-edge)].map(average);
    const machine = settings.DATABASE_URL
      ? { ...settings, DATA_DIR: `${settings.DATA_DIR}-new` }
      : settings;
    const api = await startServer(machine, '/home');
    const memory = memoryOf(api.pid);
    await api.stop();
    if (machine !== settings) await rm(machine.DATA_DIR, { recursive: true, force: true });
    const began = performance.now();
    await prune(store, await findPrunable(store, 0, new Date(Date.now() + 86_400_000)));
    const pruneMs = performance.now() - began;
    return { firstMs: first ?? 0, lastMs: last ?? 0, startMs: api.startMs, memory, pruneMs };
  } finally {
    await store.close();
  }
}

async function deployAnother(store: Store, number: number): Promise<number> {
  const { release, staging } = await buildRelease(store, name, {
    ...sectionFiles(name, `Number ${number}`),
    'resources/picture.webp': randomBytes(bytesOfEach),
  });
  const began = performance.now();
  await putLive(store, await publish(store, release, staging));
  const ms = performance.now() - began;
  await rm(staging, { recursive: true, force: true });
  return ms;
}

function average(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
}

/** Resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  return 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
