import {
  css,
  isFaultyEmail,
  messageLimits,
  styled,
  Text,
  tokens,
  useText,
  visuallyHidden,
  whereHovering,
} from '@portfolio/kit';
import type { ChangeEvent, PropsWithChildren } from 'react';
import TextareaAutosize from 'react-textarea-autosize';
import { changeDraft, type Draft, useForm } from './draft.ts';

/** One of the writer's names; anything goes, also none. */
export function NameField({ name }: { name: 'firstName' | 'lastName' }) {
  return (
    <Field name={name} isOptional>
      <Input
        {...useField(name)}
        enterKeyHint="send"
        autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
        maxLength={messageLimits.name}
      />
    </Field>
  );
}

/** Where the answer goes: flagged while it is not empty and no address; its note also after an empty send. */
export function EmailField() {
  const field = useField('email');
  const isFaulty = isFaultyEmail(field.value);
  const isMissing = useForm(({ lacksAddress }) => lacksAddress) && field.value === '';
  const note = isFaulty ? 'faultyEmail' : isMissing ? 'missingEmail' : 'emailReason';
  return (
    <Field name="email">
      <Input
        {...field}
        type="email"
        inputMode="email"
        enterKeyHint="send"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required="true"
        aria-invalid={isFaulty || isMissing}
        aria-describedby="email-note"
      />
      <Note id="email-note">
        <Text path={`contact.message.${note}`} />
      </Note>
    </Field>
  );
}

/** From so many characters left on the visitor is told, before the box stops taking more. */
const fewLeft = 500;

/** The message: 9 rows that grow to 18, and scroll from there. */
export function MessageBox() {
  const text = useText();
  const field = useField('message');
  const left = messageLimits.message - field.value.length;
  const isNearlyFull = left <= fewLeft;
  return (
    <Field name="message">
      <Box
        {...field}
        // What it has before its height is measured.
        rows={9}
        minRows={9}
        maxRows={18}
        maxLength={messageLimits.message}
        enterKeyHint="enter"
        aria-describedby={isNearlyFull ? 'message-room' : undefined}
      />
      {isNearlyFull && (
        <Note id="message-room">{text('contact.message.room').replace('#', `${left}`)}</Note>
      )}
    </Field>
  );
}

/** A field no person meets, by eye, ear or keyboard: what fills it is a program. */
export function Honeypot() {
  return (
    <Hidden aria-hidden="true">
      <Text as="label" htmlFor="field-website" path="contact.message.leaveEmpty" />
      <input {...useField('website')} tabIndex={-1} autoComplete="off" />
    </Hidden>
  );
}

/** What ties an input to its part of the draft. */
function useField(name: keyof Draft) {
  return {
    id: `field-${name}`,
    name,
    // Arabic and Hebrew begin at the right.
    dir: 'auto',
    value: useForm(({ draft }) => draft[name]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      changeDraft({ [name]: target.value }),
  };
}

type FieldProps = PropsWithChildren<{ name: keyof Draft; isOptional?: boolean }>;

/** A field with its label above. */
function Field({ name, isOptional = false, children }: FieldProps) {
  return (
    <Place>
      <Label htmlFor={`field-${name}`} $isWide={isOptional}>
        <Text path={`contact.message.${name}`} />
        {isOptional && <Text as={Optional} path="contact.message.optional" />}
      </Label>
      {children}
    </Place>
  );
}

const Place = styled.div`
  display: grid;
  gap: 6px;
  width: 100%;
`;

const Label = styled.label<{ $isWide: boolean }>`
  font-weight: 500;
  justify-self: ${({ $isWide }) => ($isWide ? 'stretch' : 'start')};
  line-height: 1.3;
  position: relative;
`;

/** A sentence that belongs to a field; below a faulty one it says the fault. */
const Note = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  font-weight: 400;
  line-height: 1.4;

  [aria-invalid='true'] + & {
    color: ${tokens.error};
  }
`;

/** At the end of the line: beside the name a longer word in another language would move it. */
const Optional = styled(Note)`
  inset: 0;
  pointer-events: none;
  position: absolute;
  text-align: end;
`;

/**
 * The look of everything one can type into. Its edge needs a contrast of 3:1, for which the line between
 * parts is too faint; its lines are whole pixels, in which the message box counts its rows; and the
 * focus brings it into view below a hint and above its note.
 */
const typingLook = css`
  background: ${tokens.surface};
  border: 1px solid color-mix(in srgb, ${tokens.textSoft} 75%, ${tokens.surface});
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  display: block;
  font: inherit;
  line-height: 1.625rem;
  padding: 9px 12px;
  scroll-margin-block: 160px 56px;
  width: 100%;

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  &:focus-visible {
    border-color: ${tokens.accent};
    outline: 2px solid ${tokens.accent};
    outline-offset: 1px;
  }

  &[aria-invalid='true'] {
    border-color: ${tokens.error};
    outline-color: ${tokens.error};
  }
`;

const Input = styled.input`
  ${typingLook}
  min-height: 46px;
`;

const Box = styled(TextareaAutosize)`
  ${typingLook}
  resize: none;
`;

const Hidden = styled.div`
  ${visuallyHidden}
  pointer-events: none;
`;
