import { SourceMap, type SourceMapPayload } from 'node:module';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { formatRef, parseRef, printable } from '../release/release.ts';
import type { KnownError } from './faults.ts';
import type { LoadedRelease } from './releases.ts';

/** A fault with the lines of the sources, such as `src/page.tsx:12 (remoteEntry.mjs:1:2345)`. */
export interface LocatedFault extends KnownError {
  lines: readonly string[];
}

/** What opens releases. */
interface Opening {
  open(ref: ReleaseRef): Promise<Pick<LoadedRelease, 'read'>>;
}

/** The shell's map has 600 kB. */
const mostMapBytes = 8 * 1024 * 1024;

/** Adds the source lines of faults, by the releases' source maps. */
export function locateFaults(
  faults: readonly KnownError[],
  releases: Opening,
): Promise<LocatedFault[]> {
  const locate = locator(releases);
  return Promise.all(
    faults.map(async (fault) => ({
      ...fault,
      lines: await Promise.all(fault.places.map((place) => locate(place, fault.name))),
    })),
  );
}

/**
 * Locates a place such as `home@0123456789ab/remoteEntry.mjs:1:2345` in the sources. Names the section if it is not
 * the requested one.
 */
function locator({ open }: Opening) {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  const readMap = async (ref: ReleaseRef, file: string) =>
    parseMap(await (await open(ref).catch(() => undefined))?.read(file));
  const mapOf = (ref: ReleaseRef, file: string) => {
    const name = `${formatRef(ref)}/${file}`;
    const known = maps.get(name) ?? readMap(ref, file);
    maps.set(name, known);
    return known;
  };

  return async (place: string, name: string): Promise<string> => {
    const [text = '', ...path] = place.split('/');
    const inScript = path.join('/');
    const ref = parseRef(text);
    const [, script, line, column] = /^(.*):(\d+):(\d+)$/.exec(inScript) ?? [];
    const map = ref && (await mapOf(ref, `${script}.map`));
    const found = map && findSource(map, Number(line) - 1, Number(column) - 1);
    const source = found && printable(found, 200);
    const of = ref?.name === name ? '' : `${ref?.name}: `;
    return source ? `${of}${source} (${inScript})` : `${of}${inScript}`;
  };
}

/** Parses an untrusted map; an invalid one counts as missing. */
function parseMap(text: Uint8Array | undefined): SourceMap | undefined {
  if (!text || text.length > mostMapBytes) return undefined;
  try {
    return new SourceMap(JSON.parse(Buffer.from(text).toString('utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** @param line counts from zero, like `column` @returns such as `src/page.tsx:12` */
function findSource(map: SourceMap, line: number, column: number): string | undefined {
  const entry = map.findEntry(line, Math.max(0, column));
  if (!('originalSource' in entry) || entry.generatedLine !== line) return undefined;
  const { originalSource, originalLine } = entry;
  return typeof originalSource === 'string' ? `${originalSource}:${originalLine + 1}` : undefined;
}
