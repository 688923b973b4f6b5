import { ImportType, init, parse } from 'es-module-lexer';
import { type Contents, readContent } from '../contents/contents.ts';
import type { ContentRef } from '../contents/integrity.ts';
import { releaseLimits } from './limits.ts';
import { type Release, releaseBase } from './release.ts';

/** The scripts that a browser loads before a page can start. */
export interface FirstScripts {
  /** The entry and its static imports, by path. */
  files: Map<string, ContentRef>;
  /** Sentences about invalid scripts. */
  faults: string[];
}

const isStatic = new Set([
  ImportType.Static,
  ImportType.StaticSourcePhase,
  ImportType.StaticDeferPhase,
]);

/** Follows the static imports of a release's entry without running code. @throws BrokenFileError */
export async function findFirstScripts(
  contents: Contents,
  { files, entry }: Pick<Release, 'files' | 'entry'>,
): Promise<FirstScripts> {
  await init;
  const found: FirstScripts = { files: new Map(), faults: [] };
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const ref = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!ref) found.faults.push(`A script imports ${file}, which is none of its files.`);
    if (!ref || found.files.has(file)) continue;
    found.files.set(file, ref);
    const script = String(await readContent(contents, ref, file));
    try {
      waiting.push(...importsOf(script, file));
    } catch {
      found.faults.push(
        `${file} cannot be read as a script, or has more than ${releaseLimits.scripts} imports.`,
      );
    }
  }
  return found;
}

/** Any release does, as paths do not depend on its name. */
const base = releaseBase({ name: 'a', id: '0' });

/** The static imports of a script: paths in the release, or the names of packages. */
function importsOf(script: string, file: string): string[] {
  const [imports] = parse(script);
  const named = imports.filter(({ t }) => isStatic.has(t)).map(({ n = '' }) => n);
  // A stranger's script may have a hundred thousand.
  if (named.length > releaseLimits.scripts) throw new RangeError('There are too many imports.');
  return named.map((name) => {
    const isRelative = /^\.{0,2}\//.test(name);
    const at = isRelative ? URL.parse(name, `https://site${base}${file}`) : null;
    const isWithin = at?.pathname.startsWith(base) && at.host === 'site';
    return isWithin ? decodeURIComponent(at?.pathname.slice(base.length) ?? '') : name;
  });
}
