/** An export of the kit. */
export interface Described {
  name: string;
  /** For an export of another package only that package. */
  comment: string;
  /** With the types that are named in it. */
  declaration: string;
}

interface Kit {
  /** Each example with its source, and the exports that no example before it imports. */
  examples: readonly { name: string; code: string; shows: readonly Described[] }[];
  /** Exports without an example. */
  others: readonly Described[];
}

/** Filled by the build, from the sources of the kit. */
export const kit: Kit = { examples: [], others: [] };
