import { isEmail, messageLimits } from '@portfolio/contract/message-rules.ts';
import { css, hovered, styled, Text, tokens, typed, useText } from '@portfolio/kit';
import { type FormEvent, type PropsWithChildren, useEffect, useRef, useState } from 'react';
import TextareaAutosize from 'react-textarea-autosize';
import { type Draft, useForm } from './draft.ts';

export function NameField({ name }: { name: 'firstName' | 'lastName' }) {
  return (
    <Field name={name} isOptional>
      <Input
        {...fieldOf(name)}
        enterKeyHint="send"
        autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
        maxLength={messageLimits.name}
      />
    </Field>
  );
}

/** Invalid when it is neither empty nor an address, and when sent empty. */
export function EmailField() {
  const [field, value] = useField<HTMLInputElement>('email');
  const isFaulty = value !== '' && !isEmail(value);
  const isMissing = useForm(({ lacksAddress }) => lacksAddress) && value === '';
  const note = isFaulty ? 'faultyEmail' : isMissing ? 'missingEmail' : 'emailReason';
  return (
    <Field name="email">
      <Input
        {...field}
        type="email"
        enterKeyHint="send"
        autoComplete="email"
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

/** The note about remaining characters appears from this number on. */
const fewLeft = 500;

/** Grows from 9 rows to 18, then scrolls. */
export function MessageBox() {
  const text = useText();
  const [field, value] = useField<HTMLTextAreaElement>('message');
  const left = messageLimits.message - value.length;
  const isNearlyFull = left <= fewLeft;
  return (
    <Field name="message">
      <Box
        {...field}
        // Applies until the height is measured.
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

function fieldOf(name: keyof Draft) {
  // Arabic and Hebrew are written from right to left.
  return { id: `field-${name}`, name, dir: 'auto', defaultValue: typed[name] };
}

/** A field, and what it holds once the app runs: until then the server's markup is right. */
function useField<Field extends HTMLInputElement | HTMLTextAreaElement>(name: keyof Draft) {
  const ref = useRef<Field>(null);
  const [value, setValue] = useState('');
  useEffect(() => setValue(ref.current?.value ?? ''), []);
  const onInput = ({ currentTarget }: FormEvent<Field>) => setValue(currentTarget.value);
  return [{ ...fieldOf(name), ref, onInput }, value] as const;
}

type FieldProps = PropsWithChildren<{ name: keyof Draft; isOptional?: boolean }>;

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
  justify-self: ${({ $isWide }) => !$isWide && 'start'};
  line-height: 1.3;
  position: relative;
`;

/** A note below a field; for an invalid field, it names the fault. */
const Note = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  font-weight: 400;
  line-height: 1.4;

  [aria-invalid='true'] + & {
    color: ${tokens.error};
  }
`;

/** At the end of the line, so that a longer name in another language does not move it. */
const Optional = styled(Note)`
  inset: 0;
  position: absolute;
  text-align: end;
`;

/**
 * The style of all inputs. The border needs a contrast of 3:1, which the line colour lacks. Line heights are
 * whole pixels, in which the message box counts its rows. The scroll margin keeps a focused field below a
 * hint and above its note.
 */
const typingLook = css`
  background: ${tokens.surface};
  border: 1px solid color-mix(in srgb, ${tokens.textSoft} 75%, ${tokens.surface});
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  line-height: 1.625rem;
  padding: 9px 12px;
  scroll-margin-block: 160px 56px;
  width: 100%;

  ${hovered`
    border-color: ${tokens.accent};
  `}

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
`;

const Box = styled(TextareaAutosize)`
  ${typingLook}
  resize: none;
`;
