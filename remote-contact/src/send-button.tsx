import { Button, css, keyframes, styled, Text } from '@portfolio/kit';
import { LoaderCircle, Send } from 'lucide-react';
import { useIsSending } from './send-draft.ts';

/** Sends once; while it does, it stays where it is and keeps the focus. */
export function SendButton() {
  const isSending = useIsSending();
  const Icon = isSending ? LoaderCircle : Send;
  return (
    // Not `disabled`: the focus would be lost.
    <Sender type="submit" aria-disabled={isSending} aria-busy={isSending}>
      <Mark $isTurning={isSending}>
        <Icon size={18} aria-hidden="true" />
      </Mark>
      <Text path="contact.message.send" />
    </Sender>
  );
}

const Sender = styled(Button)`
  &[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }
`;

const turn = keyframes`
  to { rotate: 1turn; }
`;

const turning = css`
  @media (prefers-reduced-motion: no-preference) {
    animation: ${turn} 1s linear infinite;
  }
`;

const Mark = styled.span<{ $isTurning: boolean }>`
  display: grid;
  ${({ $isTurning }) => $isTurning && turning}
`;
