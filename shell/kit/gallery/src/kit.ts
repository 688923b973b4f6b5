export interface Described {
  name: string;
  /** Set only for exports of other packages: the name of the package. */
  comment: string;
  /** Includes the types that it refers to. */
  declaration: string;
}

interface Kit {
  /** Each example with its source, and the exports that it is the first to import. */
  examples: readonly { name: string; code: string; shows: readonly Described[] }[];
  others: readonly Described[];
}

/** The build fills it from the sources of the kit. */
export const kit: Kit = { examples: [], others: [] };
