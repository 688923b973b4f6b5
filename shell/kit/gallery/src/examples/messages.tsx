import {
  ApiError,
  Button,
  CancelError,
  dropHint,
  type Hint,
  hasUnsentText,
  hintSeconds,
  isEmail,
  isFaultyEmail,
  type Message,
  messageLimits,
  sendMail,
  setUnsentText,
  showHint,
  Text,
  useHasUnsentText,
  useText,
} from '@portfolio/kit';
import { useState } from 'react';

const kinds: readonly Hint['kind'][] = ['loading', 'success', 'warning', 'error', 'info'];

export function Hints() {
  const show = (kind: Hint['kind']) => {
    const id = showHint({ kind, path: 'kit.example.text', seconds: hintSeconds.success });
    if (kind === 'loading') setTimeout(() => dropHint(id), 2000);
  };
  return kinds.map((kind) => (
    <Button key={kind} type="button" onClick={() => show(kind)}>
      {kind}
    </Button>
  ));
}

export function FieldsForAddresses() {
  const text = useText();
  const [email, setEmail] = useState('me@example');
  return (
    <label>
      <Text path="kit.example.email" />{' '}
      <input
        type="email"
        maxLength={messageLimits.email}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        aria-invalid={isFaultyEmail(email)}
        aria-description={isEmail(email) ? text('kit.example.right') : text('kit.example.wrong')}
      />
    </label>
  );
}

export function TextThatIsNotSent() {
  const hasText = useHasUnsentText();
  const change = () => setUnsentText('example', !hasUnsentText());
  return (
    <Button type="button" aria-pressed={hasText} onClick={change}>
      <Text path="kit.example.unsent" />
    </Button>
  );
}

export async function send(message: Message): Promise<string> {
  try {
    return (await sendMail(message)) ? 'handed to the mail server' : 'kept, and sent later';
  } catch (error) {
    if (error instanceof CancelError) return 'too late or given up';
    if (error instanceof ApiError) return `refused with ${error.status}`;
    throw error;
  }
}
