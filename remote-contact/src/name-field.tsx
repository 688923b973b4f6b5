import { messageLimits, styled, Text } from '@portfolio/kit';
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
        <Text path={`contact.message.${name}`} />
        <Optional $tone="soft">
          <Text path="contact.message.optional" />
        </Optional>
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

/** The blank is no text of its own: one would be moved by a name in another language. */
const Optional = styled(Note)`
  &::before {
    content: ' ';
    white-space: pre;
  }
`;
