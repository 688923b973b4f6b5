import { sectionOf } from '../federation/section-cache.ts';

/**
 * For a link to a section: loads it when the visitor aims at it with pointer, finger or keyboard,
 * some 200 ms before they choose it.
 */
export function loadWhenAimedAt(section: string) {
  const load = () => {
    sectionOf(section);
  };
  return { onPointerEnter: load, onFocus: load };
}
