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
      <NameLabel htmlFor={id}>
        <Text path={`contact.message.${name}`} />
        <Optional $tone="soft">
          <Text path="contact.message.optional" />
        </Optional>
      </NameLabel>
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

const NameLabel = styled(Label)`
  justify-self: stretch;
`;

/** At the end of the line: beside the name a longer word in another language would move it. */
const Optional = styled(Note)`
  inset: 0;
  pointer-events: none;
  position: absolute;
  text-align: end;
`;
