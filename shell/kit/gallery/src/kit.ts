/** An export of the kit. */
export interface Described {
  name: string;
  /** Of what another package hands on only its name. */
  comment: string;
  /** With the types that are named in it. */
  declaration: string;
}

/** An example, and the exports that are seen in it first. */
export interface Example {
  name: string;
  code: string;
  shows: readonly Described[];
}

interface Kit {
  groups: readonly { name: string; examples: readonly Example[] }[];
  /** What only the shell calls, or cannot be seen. */
  others: readonly Described[];
}

/** Filled by the build, from the sources of the kit. */
export const kit: Kit = { groups: [], others: [] };
