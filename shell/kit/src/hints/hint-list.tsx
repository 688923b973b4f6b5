import { Action, Close, Description, Provider, Root, Viewport } from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { keyframes, styled } from 'styled-components';
import { IconButton } from '../layout/icon-button.tsx';
import { whereHovering } from '../layout/mixins.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { onMobile } from '../window-ratio.ts';
import { HintMark, hintColors } from './hint-mark.tsx';
import { dropHint, type Hint, useHints } from './hints.ts';

/** The hints as toasts: announced to screen readers, kept while they are hovered or focused. */
export function HintList({ hints }: { hints: readonly Hint[] }) {
  const text = useText();
  const dialog = useHints((it) => it.dialog);
  const place = <Place label={text('notices.hints')} />;
  return (
    <Provider label={text('notices.hint')} swipeDirection="up" announcerContainer={dialog}>
      {hints.map((hint) => (
        <HintToast key={hint.id} hint={hint} />
      ))}
      {/* Outside of an open dialog all lies behind it, and takes neither click nor key. */}
      {dialog ? createPortal(place, dialog) : place}
    </Provider>
  );
}

function HintToast({ hint }: { hint: Hint }) {
  const text = useText();
  const { kind, seconds, followUp, action } = hint;
  return (
    <Toast
      data-kind={kind}
      type={kind === 'info' ? 'background' : 'foreground'}
      duration={seconds * 1000}
      onOpenChange={(isOpen) => void (isOpen || dropHint(hint.id))}
      $kind={kind}
    >
      <HintMark kind={kind} />
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
 * All as wide as the widest. At the end of the window, where no heading is; on a phone at its top, for
 * a keyboard on the screen may lie over the end.
 */
const Place = styled(Viewport)`
  bottom: 0;
  display: grid;
  gap: 8px;
  left: 0;
  list-style: none;
  margin: 0 auto;
  max-width: min(600px, 100%);
  padding: 12px;
  pointer-events: none;
  position: fixed;
  right: 0;
  view-transition-name: hints;
  width: fit-content;
  z-index: 30;

  ${onMobile} {
    bottom: auto;
    top: ${tokens.headerHeight};
  }

  @media print {
    display: none;
  }
`;

const enter = keyframes`
  from { opacity: 0; translate: 0 8px; }
`;

/** Where it is narrow its button goes below the words. */
const Toast = styled(Root)<{ $kind: Hint['kind'] }>`
  align-items: center;
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-left: 4px solid ${({ $kind }) => hintColors[$kind]};
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

  @media (prefers-reduced-motion: no-preference) {
    animation: ${enter} 0.16s ease-out;
  }
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
  background: ${tokens.button};
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  color: ${tokens.buttonText};
  cursor: pointer;
  flex: none;
  font: inherit;
  font-weight: 600;
  grid-area: 2 / 2;
  justify-self: start;
  min-height: 44px;
  padding: 4px 14px;

  ${whereHovering} {
    &:hover {
      filter: brightness(1.08);
    }
  }

  &:active {
    filter: brightness(0.92);
  }
`;

const Leave = styled(IconButton)`
  color: ${tokens.textSoft};
  grid-area: 1 / 3;
  margin: -4px 0;
`;
