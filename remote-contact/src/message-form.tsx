import { Button, Heading, linkLook, Markdown, styled, Text, tokens, turning } from '@portfolio/kit';
import { Check, LoaderCircle, Send } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { readDraft, useForm } from './draft.ts';
import { EmailField, MessageBox, NameField } from './fields.tsx';
import { SmallLetter } from './letter.tsx';
import { sendDraft } from './send-draft.ts';

export function MessageForm() {
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const hasAddress = await sendDraft(readDraft(event.currentTarget));
    if (!hasAddress) email.focus();
  };
  return (
    <section data-screen aria-labelledby="leave-message">
      <Text as={Heading} id="leave-message" path="contact.message.title" />
      <Text as={Invitation} path="contact.message.invitation" />
      {/* The browser's validation is off: the site's rule decides, in the visitor's language. Without script
          the form goes to the page's own address, which answers with the result. */}
      <Form method="post" noValidate onSubmit={send} onKeyDown={sendByKey}>
        <Names>
          <NameField name="firstName" />
          <NameField name="lastName" />
        </Names>
        <EmailField />
        <MessageBox />
        <SendButton />
        <Small>
          <Text path="contact.privacy.short" />
          <details>
            <Text as={More} path="contact.privacy.more" />
            <Markdown path="contact.privacy.text" />
          </details>
        </Small>
      </Form>
    </section>
  );
}

/** Ctrl+Enter and ⌘+Enter also send from the message box, where Enter begins a line. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

const Turning = styled(LoaderCircle)`
  ${turning}
`;

const icons = { idle: Send, sending: Turning, sent: Check };

/** While sending, the button stays in place and keeps the focus; then it shows the success. */
function SendButton() {
  const progress = useForm((state) => state.progress);
  const [isSending, isSent] = [progress === 'sending', progress === 'sent'];
  const Icon = icons[progress];
  return (
    <Row>
      {/* `disabled` would lose the focus. */}
      <Sender type="submit" aria-disabled={isSending} aria-busy={isSending}>
        <Icon size={18} />
        <Text path={isSent ? 'contact.message.sent' : 'contact.message.send'} />
      </Sender>
      {isSent && <SmallLetter />}
    </Row>
  );
}

const Invitation = styled.p`
  color: ${tokens.textSoft};
  margin: 0 0 24px;
  max-width: 31em;
`;

const Form = styled.form`
  display: grid;
  gap: 16px;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  position: relative;
`;

const Names = styled.div`
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  width: 100%;
`;

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

const Small = styled.div`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  line-height: 1.5;
  max-width: 33em;
`;

const More = styled.summary`
  ${linkLook}
  min-height: 44px;
  padding: 10px 0;
  width: fit-content;
`;
