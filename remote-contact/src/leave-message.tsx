import { Heading, styled, Text, tokens, useText } from '@portfolio/kit';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { keepTyped } from './draft.ts';
import { EmailField } from './email-field.tsx';
import { Honeypot } from './honeypot.tsx';
import { MessageBox } from './message-box.tsx';
import { NameField } from './name-field.tsx';
import { Privacy } from './privacy.tsx';
import { SendButton } from './send-button.tsx';
import { sendDraft } from './send-draft.ts';

/** The left block: who writes, what, and a button that sends it. */
export function LeaveMessage() {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);

  // What was typed, or filled in by the browser, before the app took over the prerendered page.
  useLayoutEffect(() => {
    if (form.current) keepTyped(new FormData(form.current));
  }, []);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const hasAddress = await sendDraft(text);
    if (!hasAddress) email.focus();
  };
  return (
    <Block aria-labelledby="leave-message">
      <Heading id="leave-message">
        <Text path="contact.message.title" />
      </Heading>
      <Invitation>
        <Text path="contact.message.invitation" />
      </Invitation>
      {/*
        The browser's own validation is off: the site's rule decides, in the visitor's language. Without
        script the form goes to the page's own address, which answers with what became of it.
      */}
      <Form ref={form} method="post" noValidate onSubmit={send}>
        <Names>
          <NameField name="firstName" autoComplete="given-name" />
          <NameField name="lastName" autoComplete="family-name" />
        </Names>
        <EmailField />
        <MessageBox />
        <Honeypot />
        <SendButton />
        <Privacy />
      </Form>
    </Block>
  );
}

/** Not printed: paper cannot be sent. */
const Block = styled.section`
  @media print {
    display: none;
  }
`;

const Invitation = styled.p`
  color: ${tokens.textSoft};
  margin: 0 0 24px;
  max-width: 31em;
`;

const Form = styled.form`
  display: grid;
  gap: 16px;
  justify-items: start;
  position: relative;
`;

const Names = styled.div`
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  width: 100%;
`;
