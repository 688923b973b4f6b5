import { CircleCheck, CircleX, Copy, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { Tooltip } from '../links/tooltip.tsx';
import {
  Button,
  boxLook,
  IconButton,
  keyframes,
  onMobile,
  styled,
  tokens,
  turning,
} from '../styles.ts';
import { useText } from '../texts/texts.ts';

/** The display time of a hint by outcome, in seconds. */
export const hintSeconds = {
  loading: 60,
  success: 5,
  warning: 5,
  error: 5,
  exception: 10,
  /** Until the visitor closes it. */
  lasting: 86_400,
} as const;

/** What a hint says: a text by its key path, or words from elsewhere, such as an error's message. */
type Saying = ({ path: string } | { words: string }) & {
  kind: 'loading' | 'success' | 'warning' | 'error' | 'info';
  seconds: number;
  /** A sentence after the words, such as whether a text is kept: its key path, or as it is shown. */
  followUp?: string;
  action?: { path: string; run: () => void };
};

type Hint = Saying & { id: number };

/** The visible hints, oldest first. The shell renders them, in the open dialog if there is one. */
export const useHints = create<{ hints: readonly Hint[]; dialog?: Element | undefined }>(() => ({
  hints: [],
}));

let lastId = 0;

/**
 * Shows a hint (a toast).
 * @param replaces the id of a hint to replace
 * @returns the hint's id
 */
export function showHint(saying: Saying, replaces?: number): number {
  lastId += 1;
  const added = { ...saying, id: lastId };
  useHints.setState(({ hints }) => ({
    hints: [...hints.filter(({ id }) => id !== replaces), added],
  }));
  return added.id;
}

/** Removes a hint. */
export function dropHint(id: number): void {
  useHints.setState(({ hints }) => ({ hints: hints.filter((hint) => hint.id !== id) }));
}

const marks = {
  loading: [LoaderCircle, tokens.accent],
  success: [CircleCheck, tokens.success],
  warning: [TriangleAlert, tokens.warning],
  error: [CircleX, tokens.error],
  info: [Info, tokens.accent],
} as const;

/** The hints, announced to screen readers; the shell has one region per page. */
export function HintRegion() {
  const { hints, dialog } = useHints();
  // Always there: screen readers announce what is added to it.
  const region = (
    <Place aria-live="polite" data-screen>
      {hints.map((hint) => (
        <HintLine key={hint.id} hint={hint} />
      ))}
    </Place>
  );
  // Elements outside an open dialog are behind it and inert.
  return dialog ? createPortal(region, dialog) : region;
}

function HintLine({ hint }: { hint: Hint }) {
  const text = useText();
  const line = useRef<HTMLDivElement>(null);
  const { id, kind, seconds, followUp, action } = hint;
  const [Icon, color] = marks[kind];
  useEffect(() => {
    let left = seconds;
    const countDown = () => {
      // Who points at it or has the focus in it still reads. A tap leaves `:hover` behind.
      const reading = matchMedia('(hover: hover)').matches
        ? ':hover, :focus-within'
        : ':focus-within';
      if (!line.current?.matches(reading)) left -= 1;
      if (left <= 0) dropHint(id);
    };
    const timer = setInterval(countDown, 1000);
    return () => clearInterval(timer);
  }, [id, seconds]);
  return (
    <Line
      ref={line}
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      data-kind={kind}
      $color={color}
    >
      <Mark $color={color} $turns={kind === 'loading'}>
        <Icon />
      </Mark>
      <Words>
        {'path' in hint ? text(hint.path) : hint.words}
        {followUp && <FollowUp>{text(followUp)}</FollowUp>}
      </Words>
      {action && <Act onClick={action.run}>{text(action.path)}</Act>}
      <Leave aria-label={text('notices.close')} onClick={() => dropHint(id)}>
        <X size={18} />
      </Leave>
    </Line>
  );
}

let shownHint: number | undefined;

/** Copies a value, and says in a hint whether that worked. `label` is the key path of the button's name. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const text = useText();
  const copy = async () => {
    let hint: Saying = { kind: 'success', path: 'hints.copied', seconds: hintSeconds.success };
    try {
      // A page without HTTPS has no clipboard.
      await navigator.clipboard.writeText(value);
    } catch {
      hint = { kind: 'error', path: 'hints.copyRefused', seconds: hintSeconds.error };
    }
    shownHint = showHint(hint, shownHint);
  };
  return (
    <Tooltip path={label}>
      <Square data-screen data-app aria-label={text(label)} onClick={copy}>
        <Copy size={18} />
      </Square>
    </Tooltip>
  );
}

/**
 * The hints are at the top right: a focused invalid field is scrolled into view below them, and no heading or
 * form begins there. At the bottom, a phone has its keyboard, and the letter flies on a computer.
 */
const Place = styled.div`
  display: grid;
  gap: 8px;
  justify-items: end;
  max-width: min(600px, 100%);
  pointer-events: none;
  position: fixed;
  right: 0;
  top: ${tokens.headerHeight};
  width: fit-content;
  z-index: 30;

  &:not(:empty) {
    padding: 12px;
    view-transition-name: hints;
  }

  ${onMobile} {
    justify-items: center;
    left: 0;
    margin: 0 auto;
  }
`;

const enter = keyframes`
  from { opacity: 0; translate: 0 -8px; }
`;

/** In a narrow window the action is below the words. */
const Line = styled.div<{ $color: string }>`
  align-items: center;
  animation: ${enter} 0.16s ease-out;
  ${boxLook}
  border-left: 4px solid ${({ $color }) => $color};
  box-shadow: ${tokens.shadow};
  color: ${tokens.text};
  display: flex;
  gap: 12px;
  padding: 10px 8px 10px 14px;
  pointer-events: auto;

  @media (max-width: 26em) {
    display: grid;
    grid-template-columns: auto 1fr auto;
  }
`;

const Mark = styled.span<{ $color: string; $turns: boolean }>`
  color: ${({ $color }) => $color};
  display: grid;
  flex: none;
  ${({ $turns }) => $turns && turning}
`;

const Words = styled.span`
  overflow-wrap: anywhere;
  text-wrap: pretty;
`;

const FollowUp = styled.span`
  color: ${tokens.textSoft};
  display: block;
`;

const Act = styled(Button)`
  flex: none;
  grid-area: 2 / 2;
  justify-self: start;
  padding: 4px 14px;
`;

const Leave = styled(IconButton)`
  color: ${tokens.textSoft};
  margin: -4px 0;
`;

const Square = styled(IconButton)`
  color: ${tokens.textSoft};
  margin-right: -12px;
`;
