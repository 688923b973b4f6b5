import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { writeDurably } from '../folder/files.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import { copyLedger } from '../ledger/schema.ts';
import { faultsOfFiles } from '../live/live-release.ts';
import {
  noteLeft,
  readBuilt,
  readPointerOrLast,
  readRetired,
  rememberBuilt,
  rememberRetired,
  writePointer,
} from '../live/pointer.ts';
import { keepPages, readAllPages } from '../markup/prerendered-pages.ts';
import { readRelease, readReleaseFile } from '../release/read-release.ts';
import type { Release } from '../release/release.ts';
import { inspectReleases } from './list-releases.ts';
import { publish } from './publish.ts';
import { inStaging, listNames, releaseFolder, type Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

/** What became of a copy. */
interface Copied {
  /** Releases that are in the other store now, and were not before. */
  copied: number;
  /** Those that were there already, with every file as its hash says. */
  known: number;
  /** What was left out, a sentence each. */
  leftOut: string[];
}

/**
 * Copies a store into another one, of whichever kind: every file compared with its hash on both
 * sides, the pointers last. It can be broken off and repeated.
 * @throws ReleaseRefusedError
 */
export async function copyStore(
  from: Store,
  to: Store,
  say: (line: string) => void,
): Promise<Copied> {
  const result: Copied = { copied: 0, known: 0, leftOut: [] };
  const names = await listNames(from);
  for (const name of names) {
    const { releases, broken, left } = await inspectReleases(from, name);
    for (const { id, reason } of broken) result.leftOut.push(`${name}@${id}: ${reason}`);
    for (const { id } of releases) {
      const leftAt = left.get(id);
      try {
        result[await copyRelease(from, to, { name, id })] += 1;
        if (leftAt) await noteLeft(to, { name, id }, leftAt);
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw error;
        result.leftOut.push(`${name}@${id}: ${error.message}`);
      }
    }
    say(`${name}: ${releases.length} releases`);
  }
  // Sections suit the shell, so it is live last.
  for (const name of names.sort((a, b) => Number(a === 'shell') - Number(b === 'shell')))
    result.leftOut.push(...(await copyPointer(from, to, name)));
  await copyLedger(from, to);
  return result;
}

/** @throws BrokenFileError */
async function copyRelease(from: Store, to: Store, ref: ReleaseRef): Promise<'copied' | 'known'> {
  const release = await readRelease(from, ref.name, ref.id);
  if (!release) throw new BrokenFileError('it cannot be read');
  const isKnown = (await readRelease(to, ref.name, ref.id)) !== undefined;
  const isWhole = isKnown && (await faultsOfFiles(to, ref)).length === 0;
  if (!isWhole)
    await inStaging(to, ref.name, async (staging) => {
      await layFiles(from, release, staging);
      await publish(to, release, staging);
    });
  for (const [layout, pages] of await readAllPages(from, ref))
    await keepPages(to, { ...ref, layout }, pages);
  return isWhole ? 'known' : 'copied';
}

async function layFiles(from: Store, release: Release, staging: string): Promise<void> {
  const folder = releaseFolder(from, release.name, release.id);
  for (const file of Object.keys(release.files)) {
    const target = path.join(staging, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeDurably(target, await readReleaseFile(from, release, file));
    // Compared with its file whenever it is read.
    const brotli = await readFile(path.join(folder, `${file}.br`)).catch(() => undefined);
    if (brotli) await writeDurably(`${target}.br`, brotli);
  }
}

/** @returns what it names and the other store does not have */
async function copyPointer(from: Store, to: Store, name: string): Promise<string[]> {
  const { ids: pointed } = await readPointerOrLast(from, name);
  const found = await Promise.all(pointed.map((id) => readRelease(to, name, id)));
  const ids = pointed.filter((_id, position) => found[position]);
  const retired = await readRetired(from, name);
  await withStoreLock(to, name, async (locked) => {
    const there = await readPointerOrLast(to, name);
    if (retired.length > 0) await rememberRetired(locked, name, retired);
    if (there.fault || there.ids.join() !== ids.join()) await writePointer(locked, name, ids);
  });
  const built = await readBuilt(from, name);
  if (built) await rememberBuilt(to, name, built);
  const [live] = pointed;
  return live && live !== ids[0] ? [`${name}: ${live} is live there, and cannot be here`] : [];
}
