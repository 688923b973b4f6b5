import { Gallery, styled, Text, tokens } from '@portfolio/kit';
import { logos } from './logos.ts';

/** The note on the old logos, and today's with the four before it. */
export function OldLogos() {
  return (
    <>
      <Note>
        <Text path="home.mascot.note" />
      </Note>
      <Gallery images={logos} size="8rem" isSquare />
    </>
  );
}

const Note = styled.p`
  border-left: 3px solid ${tokens.primary};
  color: ${tokens.textSoft};
  margin: 20px 0;
  max-width: 31em;
  padding-left: 14px;
`;
