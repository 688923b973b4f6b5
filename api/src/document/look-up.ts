import type { TextTree } from '../locales/merge-texts.ts';

/** A text by its dotted path, or the path itself, as the browser does it (spec §3). */
export function lookUp(tree: TextTree | undefined, key: string): string {
  let node: unknown = tree;
  for (const step of key.split('.')) {
    const isTree = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
    node = isTree ? (node as TextTree)[step] : undefined;
  }
  return typeof node === 'string' ? node : key;
}
