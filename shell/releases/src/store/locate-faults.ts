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
  { open }: Opening,
): Promise<LocatedFault[]> {
  const maps = new Map<string, Promise<SourceMap | undefined>>();

  function mapOf(ref: ReleaseRef, file: string): Promise<SourceMap | undefined> {
    const name = `${formatRef(ref)}/${file}`;
    // A map may be invalid, as it is not trusted; then it counts as missing.
    const read = async () => parseMap(await (await open(ref)).read(file));
    const known = maps.get(name) ?? read().catch(() => undefined);
    maps.set(name, known);
    return known;
  }

  /** Locates a place such as `home@0123456789ab/remoteEntry.mjs:1:2345`; names the section if it is not that of the fault. */
  async function locate(place: string, name: string): Promise<string> {
    const [text = '', ...path] = place.split('/');
    const inScript = path.join('/');
    const ref = parseRef(text);
    const [, script, line, column] = /^(.*):(\d+):(\d+)$/.exec(inScript) ?? [];
    const map = ref && (await mapOf(ref, `${script}.map`));
    const found = map && findSource(map, Number(line) - 1, Number(column) - 1);
    const of = ref?.name === name ? '' : `${ref?.name}: `;
    return found ? `${of}${printable(found, 200)} (${inScript})` : `${of}${inScript}`;
  }

  return Promise.all(
    faults.map(async (fault) => ({
      ...fault,
      lines: await Promise.all(fault.places.map((place) => locate(place, fault.name))),
    })),
  );
}

function parseMap(text: Uint8Array | undefined): SourceMap | undefined {
  if (!text || text.length > mostMapBytes) return undefined;
  return new SourceMap(JSON.parse(Buffer.from(text).toString('utf8')) as SourceMapPayload);
}

/** @param line counts from zero, like `column` @returns such as `src/page.tsx:12` */
function findSource(map: SourceMap, line: number, column: number): string | undefined {
  const entry = map.findEntry(line, Math.max(0, column));
  if (!('originalSource' in entry) || entry.generatedLine !== line) return undefined;
  const { originalSource, originalLine } = entry;
  return typeof originalSource === 'string' ? `${originalSource}:${originalLine + 1}` : undefined;
}
