import { Action, Close, Description, Provider, Root, Viewport } from '@radix-ui/react-toast';
import { CircleCheck, CircleX, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { keyframes } from 'styled-components';
import { buttonLook, IconButton, turning } from '../layout.ts';
import { styled } from '../styled.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { onMobile } from '../window-ratio.ts';
import { dropHint, type Hint, useHints } from './hints.ts';

const marks = {
  loading: [LoaderCircle, tokens.accent],
  success: [CircleCheck, tokens.success],
  warning: [TriangleAlert, tokens.warning],
  error: [CircleX, tokens.error],
  info: [Info, tokens.accent],
} as const;

/** The hints as toasts: announced to screen readers, kept while hovered or focused. */
export function HintList({ hints }: { hints: readonly Hint[] }) {
  const text = useText();
  const dialog = useHints((it) => it.dialog);
  const place = <Place label={text('notices.hints')} />;
  return (
    <Provider label={text('notices.hint')} swipeDirection="up" announcerContainer={dialog}>
      {hints.map((hint) => (
        <HintToast key={hint.id} hint={hint} />
      ))}
      {/* Elements outside an open dialog are behind it and inert. */}
      {dialog ? createPortal(place, dialog) : place}
    </Provider>
  );
}

function HintToast({ hint }: { hint: Hint }) {
  const text = useText();
  const { kind, seconds, followUp, action } = hint;
  const [Icon, color] = marks[kind];
  return (
    <Toast
      data-kind={kind}
      type={kind === 'info' ? 'background' : 'foreground'}
      duration={seconds * 1000}
      onOpenChange={(isOpen) => void (isOpen || dropHint(hint.id))}
      $color={color}
    >
      <Mark $color={color} $turns={kind === 'loading'}>
        <Icon />
      </Mark>
      <Words>
        {'path' in hint ? text(hint.path) : hint.words}
        {followUp && <FollowUp>{text(followUp)}</FollowUp>}
      </Words>
      {action && (
        <Act altText={text(action.path)} onClick={action.run}>
          {text(action.path)}
        </Act>
      )}
      <Close asChild>
        <Leave aria-label={text('notices.close')}>
          <X size={18} />
        </Leave>
      </Close>
    </Toast>
  );
}

/**
 * The hints are at the top right: a focused invalid field is scrolled into view below them, and no heading or
 * form begins there. At the bottom, a phone has its keyboard, and the letter flies on a computer.
 */
const Place = styled(Viewport)`
  display: grid;
  gap: 8px;
  list-style: none;
  margin: 0;
  max-width: min(600px, 100%);
  padding: 12px;
  pointer-events: none;
  position: fixed;
  right: 0;
  top: ${tokens.headerHeight};
  view-transition-name: hints;
  width: fit-content;
  z-index: 30;

  ${onMobile} {
    left: 0;
    margin: 0 auto;
  }

  @media print {
    display: none;
  }
`;

const enter = keyframes`
  from { opacity: 0; translate: 0 -8px; }
`;

/** In a narrow window the action is below the words. */
const Toast = styled(Root)<{ $color: string }>`
  align-items: center;
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-left: 4px solid ${({ $color }) => $color};
  border-radius: ${tokens.radius};
  box-shadow: ${tokens.shadow};
  color: ${tokens.text};
  display: flex;
  gap: 12px;
  max-width: 100%;
  padding: 10px 8px 10px 14px;
  pointer-events: auto;

  @media (max-width: 26em) {
    display: grid;
    grid-template-columns: auto 1fr auto;
  }

  animation: ${enter} 0.16s ease-out;
`;

const Mark = styled.span<{ $color: string; $turns: boolean }>`
  color: ${({ $color }) => $color};
  display: grid;
  flex: none;
  ${({ $turns }) => $turns && turning}
`;

const Words = styled(Description)`
  overflow-wrap: anywhere;
  text-wrap: pretty;
`;

const FollowUp = styled.span`
  color: ${tokens.textSoft};
  display: block;
`;

const Act = styled(Action)`
  ${buttonLook}
  flex: none;
  grid-area: 2 / 2;
  justify-self: start;
  padding: 4px 14px;
`;

const Leave = styled(IconButton)`
  color: ${tokens.textSoft};
  grid-area: 1 / 3;
  margin: -4px 0;
`;
