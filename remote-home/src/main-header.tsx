import {
  buttonLook,
  Link,
  owner,
  quietButtonLook,
  styled,
  Text,
  Title,
  tokens,
  useText,
} from '@portfolio/kit';
import { games } from './games.ts';
import { belowStrip, Mascot } from './mascot.tsx';

export function MainHeader() {
  const hasTools = useText()('home.who.tools') !== '';
  return (
    <Row>
      <Headline>
        <Text path="home.header.start" /> <Text as={Accent} path="home.header.accent" />
      </Headline>
      <Line>
        <Text as={Role} path="home.who.role" />
        <Rest>
          <Items>
            {hasTools && (
              <Item>
                <Text path="home.who.tools" />{' '}
              </Item>
            )}
            {owner.place && <Item>{owner.place} </Item>}
            <Item>
              <Text as={Work} path={`home.who.${owner.availability}`} />
            </Item>
          </Items>
        </Rest>
      </Line>
      <Ways data-screen>
        {games.length > 0 && <Text as={Play} to="/home#games" path="home.header.play" />}
        <Text as={Write} to="/contact" path="home.header.write" />
      </Ways>
      <Mascot />
    </Row>
  );
}

/**
 * In a narrow window the pig is beside the lines that may be short; on a phone below its strip. Its width, and so
 * its pose, depends on that of the window alone: the panel becomes wider where a narrow window becomes a phone's.
 */
const Row = styled.header`
  align-items: center;
  column-gap: 4%;
  display: grid;
  grid-template-columns: minmax(0, 1fr) clamp(152px, 23.7vw, 280px);
  margin-bottom: 48px;

  @media (max-width: 600px) {
    grid-template-columns: minmax(min-content, 1fr) minmax(0, min(43%, 150px));
  }
`;

/** Large enough for two lines of some twenty letters. */
const Headline = styled(Title)`
  font-size: clamp(1.75rem, 6.4cqi, 3.5rem);

  @media (max-width: 600px) {
    font-size: clamp(1.75rem, 10cqi, 3.5rem);
    grid-column: 1 / -1;
  }

  ${belowStrip} {
    font-size: clamp(1.5rem, 8.6cqi, 3.5rem);
    grid-column: 1;
  }
`;

/** Always a line of its own, also while it loads. */
const Accent = styled.span`
  color: ${tokens.accent};
  display: block;
`;

export const Ways = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin: 24px 0 0;

  @media (max-width: 600px) {
    grid-column: 1 / -1;
  }
`;

export const Play = styled(Link)`
  ${buttonLook}
`;

const Write = styled(Link)`
  ${quietButtonLook}
`;

const Line = styled.p`
  color: ${tokens.textSoft};
  line-height: 1.5;
  margin: 16px 0 0;

  ${belowStrip} {
    grid-column: 1 / -1;
  }
`;

const Role = styled.span`
  color: ${tokens.text};
  display: block;
  font-weight: 500;
`;

/** Dots separate the items; a dot at the beginning of a line is clipped. */
const Rest = styled.span`
  display: block;
  overflow: hidden;
  position: relative;
`;

const Items = styled.span`
  display: block;
  margin-inline-start: -1.1em;
`;

/** Screen readers skip the dot. */
const Item = styled.span`
  display: inline-block;
  padding-inline-start: 1.1em;

  &::before {
    content: '·' / '';
    margin-inline-start: -0.6em;
    position: absolute;
  }
`;

const Work = styled.span`
  color: ${tokens.accent};
  font-weight: 600;
`;
