import pLimit from 'p-limit';
import { inWorker } from '../folder/in-worker.ts';
import { BrokenFileError } from '../folder/read-inside.ts';
import type { Store } from '../store/store.ts';
import { printable, readRelease, readReleaseFile } from './read-release.ts';
import { parseRef } from './release.ts';

/** That of the shell has 600 kB; reading twenty times that is not worth a worker's memory. */
const mostBytes = 8 * 1024 * 1024;

/** Scripts whose maps are read for one answer: each may take a worker's whole time. */
const mostScripts = 10;

const limit = pLimit(1);

/** A place in a script of a release: `home@0123456789ab/remoteEntry.abcdef12.mjs:1:2345`. */
const frame = /^([^/]+)\/(.+\.mjs):(\d+):(\d+)$/;

type Place = [line: number, column: number];

/**
 * Where the sources of a release have what its scripts have at these places, such as `src/page.tsx:12`.
 * Another person may have written the maps: they are read in a worker process, within bounds.
 * @param frames at most some hundred
 * @returns what is known, by frame: nothing of a release without a map, nor beyond the first ten scripts
 */
export async function readSourceLines(
  store: Store,
  frames: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, Map<string, Place>>();
  for (const text of new Set(frames)) {
    const [, ref = '', file = '', line, column] = frame.exec(text) ?? [];
    const script = `${ref}/${file}`;
    scripts.set(script, scripts.get(script) ?? new Map());
    scripts.get(script)?.set(text, [Number(line), Number(column)]);
  }
  const known = new Map<string, string>();
  for (const [script, places] of [...scripts].slice(0, mostScripts)) {
    const lines = await limit(() => mapPlaces(store, script, [...places.values()]));
    [...places.keys()].forEach((text, at) => {
      const line = lines[at];
      if (line) known.set(text, printable(line, 200));
    });
  }
  return known;
}

async function mapPlaces(
  store: Store,
  script: string,
  places: readonly Place[],
): Promise<readonly (string | null)[]> {
  const [name = '', ...path] = script.split('/');
  const ref = parseRef(name);
  const file = `${path.join('/')}.map`;
  const release = ref && (await readRelease(store, ref.name, ref.id));
  const bytes = release?.files[file]?.bytes;
  if (!release || bytes === undefined || bytes > mostBytes) return [];
  try {
    const text = await readReleaseFile(store, release, file);
    const work = { text, places };
    const result = await inWorker<Mapped>(import.meta, './source-map-worker', work);
    return 'lines' in result ? result.lines : [];
  } catch (error) {
    // A missing map is no fault of a release.
    if (error instanceof BrokenFileError) return [];
    throw error;
  }
}

interface Mapped {
  lines: readonly (string | null)[];
}
