import { Button, styled, Text, turning } from '@portfolio/kit';
import { Check, LoaderCircle, Send } from 'lucide-react';
import { SmallLetter } from './letter.tsx';
import { useSending } from './send-draft.ts';

const icons = { idle: Send, sending: LoaderCircle, sent: Check };

/** Sends once; while it does, it stays where it is and keeps the focus. Then it says that it did. */
export function SendButton() {
  const state = useSending();
  const Icon = icons[state];
  return (
    <Row>
      {/* Not `disabled`: the focus would be lost. */}
      <Sender type="submit" aria-disabled={state === 'sending'} aria-busy={state === 'sending'}>
        <Mark $isTurning={state === 'sending'}>
          <Icon size={18} aria-hidden="true" />
        </Mark>
        <Text path={state === 'sent' ? 'contact.message.sent' : 'contact.message.send'} />
      </Sender>
      {state === 'sent' && <SmallLetter />}
    </Row>
  );
}

const Row = styled.div`
  align-items: center;
  display: flex;
  gap: 16px;
`;

const Sender = styled(Button)`
  min-width: 8.5rem;

  &[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }
`;

const Mark = styled.span<{ $isTurning: boolean }>`
  display: grid;
  ${({ $isTurning }) => $isTurning && turning}
`;
