import { buttonLook, Link, quietButtonLook, styled, Text, Title, tokens } from '@portfolio/kit';
import { Mascot } from './mascot.tsx';
import { Who } from './who.tsx';

/** What this is, in one line, who is behind it, and where to go from here; beside it the pig. */
export function MainHeader() {
  return (
    <Row>
      <Headline>
        <Text path="home.header.start" />{' '}
        <Accent>
          <Text path="home.header.accent" />
        </Accent>
      </Headline>
      <Who />
      <Ways>
        <Play to="/home#games">
          <Text path="home.header.play" />
        </Play>
        <Write to="/contact">
          <Text path="home.header.write" />
        </Write>
      </Ways>
      <Mascot />
    </Row>
  );
}

/** On a phone the pig stands beside the lines that need not be long. */
const Row = styled.header`
  align-items: center;
  column-gap: 4%;
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr) clamp(140px, 32%, 280px);
  margin-bottom: 48px;

  @media (max-width: 600px) {
    grid-template-columns: minmax(0, 1fr) min(43%, 150px);
  }
`;

/** As large as two lines of some twenty letters have room for. */
const Headline = styled(Title)`
  font-size: clamp(1.75rem, 6.4cqi, 3.5rem);

  @media (max-width: 600px) {
    font-size: clamp(1.75rem, 10cqi, 3.5rem);
    grid-column: 1 / -1;
  }
`;

/** A line of its own, in every language and window, and while it loads. */
const Accent = styled.span`
  color: ${tokens.accent};
  display: block;
`;

const Ways = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin: 24px 0 0;

  @media (max-width: 600px) {
    grid-column: 1 / -1;
  }

  @media print {
    display: none;
  }
`;

const Play = styled(Link)`
  ${buttonLook}
`;

const Write = styled(Link)`
  ${quietButtonLook}
`;
