import { isFaultyEmail, Text } from '@portfolio/kit';
import { useId } from 'react';
import { changeDraft, useDraft } from './draft.ts';
import { Field, Input, Label, Note } from './field.tsx';
import { useLacksAddress } from './send-draft.ts';

/** Where the answer goes: flagged while it is not empty and no address; its note also after an empty send. */
export function EmailField() {
  const id = useId();
  const { email } = useDraft();
  const isFaulty = isFaultyEmail(email);
  const isMissing = useLacksAddress() && email === '';
  const note = isFaulty ? 'faultyEmail' : isMissing ? 'missingEmail' : 'emailReason';
  return (
    <Field>
      <Label htmlFor={id}>
        <Text path="contact.message.email" />
      </Label>
      <Input
        id={id}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-required="true"
        aria-invalid={isFaulty}
        aria-describedby={`${id}-note`}
        value={email}
        onChange={(event) => changeDraft({ email: event.target.value })}
      />
      <Note id={`${id}-note`} $tone={isFaulty || isMissing ? 'error' : 'soft'}>
        <Text path={`contact.message.${note}`} />
      </Note>
    </Field>
  );
}
