/** A tree of texts, as a translation document holds it. */
export type TextTree = Readonly<Record<string, unknown>>;

/** Looks a text up by its dotted path: the path itself when there is none. */
export type Lookup = (path: string) => string;

/** The text at a dotted path, or the path itself: only a string is a text. */
export function lookUp(tree: TextTree | undefined, path: string): string {
  let node: unknown = tree;
  for (const step of path.split('.')) {
    const hasStep = typeof node === 'object' && node !== null && Object.hasOwn(node, step);
    node = hasStep ? (node as TextTree)[step] : undefined;
  }
  return typeof node === 'string' ? node : path;
}
