import { styled, Text } from '@portfolio/kit';
import { useId } from 'react';
import { changeDraft, useDraft } from './draft.ts';

/** A field no person meets, by eye, ear or keyboard: what fills it is a program. */
export function Honeypot() {
  const id = useId();
  const { website } = useDraft();
  return (
    <Hidden aria-hidden="true">
      <label htmlFor={id}>
        <Text path="contact.message.leaveEmpty" />
      </label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        value={website}
        onChange={(event) => changeDraft({ website: event.target.value })}
      />
    </Hidden>
  );
}

const Hidden = styled.div`
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  pointer-events: none;
  position: absolute;
  width: 1px;
`;
