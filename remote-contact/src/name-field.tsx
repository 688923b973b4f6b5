import { messageLimits, Text } from '@portfolio/kit';
import { useId } from 'react';
import { changeDraft, useDraft } from './draft.ts';
import { Field, Input, Label, Note } from './field.tsx';

interface Props {
  name: 'firstName' | 'lastName';
  autoComplete: 'given-name' | 'family-name';
}

/** One of the writer's names; anything goes, also none. */
export function NameField({ name, autoComplete }: Props) {
  const id = useId();
  const draft = useDraft();
  return (
    <Field>
      <Label htmlFor={id}>
        <Text path={`contact.message.${name}`} />{' '}
        <Note $tone="soft">
          <Text path="contact.message.optional" />
        </Note>
      </Label>
      <Input
        id={id}
        name={name}
        autoComplete={autoComplete}
        maxLength={messageLimits.name}
        value={draft[name]}
        onChange={(event) => changeDraft({ [name]: event.target.value })}
      />
    </Field>
  );
}
