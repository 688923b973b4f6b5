import { Gallery, styled, Text, tokens } from '@portfolio/kit';
import { logos } from './logos.ts';

/** Today's logo and the four before it. */
export function OldLogos() {
  return <Gallery images={logos} size="8rem" isSquare />;
}

/** What is to be seen there. */
export function NoteOnLogos() {
  return (
    <Note>
      <Text path="home.mascot.note" />
    </Note>
  );
}

const Note = styled.p`
  border-left: 3px solid ${tokens.primary};
  color: ${tokens.textSoft};
  margin: 20px 0;
  max-width: 31em;
  padding-left: 14px;
`;
