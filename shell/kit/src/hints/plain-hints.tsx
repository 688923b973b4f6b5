import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../layout.ts';
import { styled } from '../styled.ts';
import { useText } from '../texts/texts.ts';
import { tokens } from '../tokens.ts';
import { dropHint, type Hint, useHints } from './hints.ts';

/** Shows the hints as plain lines when the toasts could not be loaded. */
export function PlainHints({ hints }: { hints: readonly Hint[] }) {
  const dialog = useHints((it) => it.dialog);
  const lines = (
    <Place>
      {hints.map((hint) => (
        <PlainHint key={hint.id} hint={hint} />
      ))}
    </Place>
  );
  return dialog ? createPortal(lines, dialog) : lines;
}

function PlainHint({ hint }: { hint: Hint }) {
  const text = useText();
  const { id, kind, seconds, followUp, action } = hint;
  useEffect(() => {
    const timer = setTimeout(dropHint, seconds * 1000, id);
    return () => clearTimeout(timer);
  }, [id, seconds]);
  return (
    <Line role="alert" data-kind={kind}>
      <span>{'path' in hint ? text(hint.path) : hint.words}</span>
      {followUp && <span>{text(followUp)}</span>}
      {action && <Button onClick={action.run}>{text(action.path)}</Button>}
    </Line>
  );
}

const Place = styled.div`
  bottom: 0;
  left: 0;
  margin: 0 auto;
  max-width: min(600px, 100%);
  padding: 12px;
  pointer-events: none;
  position: fixed;
  right: 0;
  width: fit-content;
  z-index: 30;
`;

const Line = styled.p`
  background: ${tokens.surface};
  border: 1px solid ${tokens.accent};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: grid;
  gap: 4px;
  margin: 8px 0 0;
  padding: 10px 14px;
  pointer-events: auto;
`;
