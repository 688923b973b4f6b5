import { createContext, use } from 'react';

/**
 * Where the pictures of the surrounding section are: the address of the very release its page came
 * from, so that a page and its pictures are swapped together. The shell sets it.
 */
export const ResourceBase = createContext('/');

/** The address of a file in the surrounding section's `resources/` folder. */
export function useResource(): (path: string) => string {
  const base = use(ResourceBase);
  return (path) => `${base}resources/${path}`;
}
