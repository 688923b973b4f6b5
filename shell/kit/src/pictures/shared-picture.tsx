import { type PropsWithChildren, ViewTransition } from 'react';

interface Props extends PropsWithChildren {
  /** The same on both pages, and once on each; without one it stays where it is. */
  name?: string | undefined;
}

/**
 * What shows the same on two pages, such as the picture of a game: from one page to the other it moves
 * to its place there, where both are in sight. One element without a `display: contents`.
 */
export function SharedPicture({ name, children }: Props) {
  if (!name) return children;
  return (
    <ViewTransition name={`picture-${name}`} share={ways} default="none">
      {children}
    </ViewTransition>
  );
}

/** Between two pages; any other change leaves it alone. */
const ways = { forward: 'picture', back: 'picture', default: 'none' };
