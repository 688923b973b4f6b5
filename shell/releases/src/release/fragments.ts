import { inWorker } from './in-worker.ts';
import { printable } from './release.ts';

/** Whether a file of a release has the markup of pages. */
export function isFragment(file: string): boolean {
  return file.startsWith('fragments/') && file.endsWith('.json');
}

/**
 * Reads the untrusted fragments of a release in a worker, as HTML is parsed, before any document has them.
 * @returns sentences about those that no document can have
 */
export async function faultsOfFragments(contents: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const files = [...contents.keys()].filter(isFragment);
  if (files.length === 0) return [];
  const texts = files.map((file) => String(contents.get(file)));
  const faults = await inWorker<(string | undefined)[]>(import.meta, './fragments-worker', texts);
  if ('fault' in faults) return [`What it has in fragments/ ${faults.fault}.`];
  return files.flatMap((file, at) => (faults[at] ? [`${printable(file)} ${faults[at]}.`] : []));
}
