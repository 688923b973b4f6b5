import pLimit from 'p-limit';
import { inWorker } from './in-worker.ts';
import { printable } from './release.ts';

/** The texts of fragment files after the HTML parser, and sentences about those that no document can have. */
export interface ReadFragments {
  files: ReadonlyMap<string, string>;
  faults: string[];
}

/** The answer for a file. */
export type ReadFragment = { text: string } | { fault: string };

/** The bound is many times what this site's pages have. */
export const mostFragmentBytes = 2_000_000;

/** A worker takes as many files as it reads in half a second. */
const atOnce = 16;

/** Each worker is a process. */
const limit = pLimit(2);

/** Whether a file of a release has the markup of pages. */
export function isFragment(file: string): boolean {
  return file.startsWith('fragments/') && file.endsWith('.json');
}

/** Reads untrusted fragments in workers, as HTML is parsed, before any document has them. */
export async function readFragments(texts: ReadonlyMap<string, string>): Promise<ReadFragments> {
  const all = [...texts];
  const parts = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, turn) =>
    all.slice(turn * atOnce, (turn + 1) * atOnce),
  );
  const read = await limit.map(parts, async (part) => {
    const contents = part.map(([, text]) => text);
    const answer = await inWorker<ReadFragment[]>(import.meta, './fragments-worker', contents);
    return part.map(([file], at) => [file, 'fault' in answer ? answer : answer[at]] as const);
  });
  const files = new Map<string, string>();
  const faults: string[] = [];
  for (const [file, answer] of read.flat()) {
    if (answer && 'text' in answer) files.set(file, answer.text);
    else faults.push(`${printable(file)} ${answer?.fault ?? 'is not read'}.`);
  }
  return { files, faults };
}
