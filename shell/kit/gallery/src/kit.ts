/** An export of the kit. */
export interface Described {
  /** The package that it is handed on from. */
  from?: string;
  comment: string;
  /** With the type of its properties. */
  declaration: string;
}

/** An example, and the exports that are seen in it first. */
export interface Example {
  name: string;
  code: string;
  shows: readonly string[];
}

interface Kit {
  groups: readonly { name: string; examples: readonly Example[] }[];
  exports: Readonly<Record<string, Described>>;
}

/** Filled by the build, from the sources of the kit. */
export const kit: Kit = { groups: [], exports: {} };
