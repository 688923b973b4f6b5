import { CircleCheck, CircleX, Info, LoaderCircle, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { turning } from '../layout/mixins.ts';
import { tokens } from '../tokens.ts';
import type { Hint } from './hints.ts';

const icons = {
  loading: LoaderCircle,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleX,
  info: Info,
};

/** The colour of each kind, for its mark and the edge of its hint. */
export const hintColors = {
  loading: tokens.accent,
  success: tokens.success,
  warning: tokens.warning,
  error: tokens.error,
  info: tokens.accent,
};

/** What kind of hint it is, at a glance; one that is loading turns. */
export function HintMark({ kind }: Pick<Hint, 'kind'>) {
  const Icon = icons[kind];
  return (
    <Mark $kind={kind}>
      <Icon />
    </Mark>
  );
}

const Mark = styled.span<{ $kind: Hint['kind'] }>`
  color: ${({ $kind }) => hintColors[$kind]};
  display: grid;
  flex: none;
  ${({ $kind }) => $kind === 'loading' && turning}
`;
