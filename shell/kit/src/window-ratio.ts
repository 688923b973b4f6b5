import { useSyncExternalStore } from 'react';

/** Width by height of the window: from 4/3 on `pc`, up to 3/4 `mobile`, else `square`. */
export type WindowRatio = 'pc' | 'square' | 'mobile';

const pc = '(min-aspect-ratio: 4/3)';
const mobile = '(max-aspect-ratio: 3/4)';

/** For styles from 4/3 on: CSS needs no render and shifts nothing. */
export const onPc = `@media ${pc}`;
/** For styles up to 3/4. */
export const onMobile = `@media ${mobile}`;
/** For styles above 3/4. */
export const beyondMobile = `@media not ${mobile}`;

/** The window's ratio now. */
export function readWindowRatio(): WindowRatio {
  if (matchMedia(pc).matches) return 'pc';
  return matchMedia(mobile).matches ? 'mobile' : 'square';
}

/**
 * The ratio, for content that differs by it; renders only when the ratio changes. A page is prerendered as
 * `pc`, and follows the window when the app takes over.
 */
export function useWindowRatio(): WindowRatio {
  return useSyncExternalStore(watchWindow, readWindowRatio, () => 'pc');
}

function watchWindow(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}
