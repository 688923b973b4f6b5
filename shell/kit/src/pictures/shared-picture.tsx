import { type PropsWithChildren, ViewTransition } from 'react';
import { styled } from 'styled-components';

interface Props extends PropsWithChildren {
  /** The same on both pages, and once on each; without one it stays where it is. */
  name?: string | undefined;
}

/**
 * What shows the same on two pages, such as the picture of a game: from one page to the other it moves
 * to its place there, where both are in sight.
 */
export function SharedPicture({ name, children }: Props) {
  if (!name) return children;
  return (
    <ViewTransition name={`picture-${name}`} share={ways} default="none">
      <Whole>{children}</Whole>
    </ViewTransition>
  );
}

/** Between two pages; any other change leaves it alone. */
const ways = { forward: 'picture', back: 'picture', default: 'none' };

const Whole = styled.span`
  display: block;
  height: 100%;
`;
