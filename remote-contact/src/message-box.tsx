import { messageLimits, styled, Text, useText } from '@portfolio/kit';
import { useId } from 'react';
import TextareaAutosize from 'react-textarea-autosize';
import { changeDraft, useDraft } from './draft.ts';
import { Field, Label, Note, typingLook } from './field.tsx';

const longestMessage = messageLimits.message;

/** From here on the visitor is told, before the box stops taking more. */
const nearlyFull = longestMessage - 500;

/** The message: 9 rows that grow to 18, and scroll from there. */
export function MessageBox() {
  const id = useId();
  const text = useText();
  const { message } = useDraft();
  const isNearlyFull = message.length >= nearlyFull;
  return (
    <Field>
      <Label htmlFor={id}>
        <Text path="contact.message.message" />
      </Label>
      <Box
        id={id}
        name="message"
        // What it has before its height is measured.
        rows={9}
        minRows={9}
        maxRows={18}
        maxLength={longestMessage}
        aria-describedby={isNearlyFull ? `${id}-room` : undefined}
        value={message}
        onChange={(event) => changeDraft({ message: event.target.value })}
      />
      {isNearlyFull && (
        <Note id={`${id}-room`} $tone="soft">
          {text('contact.message.room').replace('#', `${longestMessage - message.length}`)}
        </Note>
      )}
    </Field>
  );
}

const Box = styled(TextareaAutosize)`
  ${typingLook}
  resize: none;
`;
