import {
  buttonLook,
  Link,
  OutsideLink,
  owner,
  Picture,
  styled,
  Text,
  tokens,
  whereHovering,
} from '@portfolio/kit';
import { beside } from './chapter.tsx';
import { games } from './games.ts';

/** The newest game that can be played, in sight at once: one picture, its name, and the way into it. */
export function LatestGame() {
  const [game] = games;
  if (!game) return null;
  return (
    <Card>
      <Story to={game.to}>
        <Art aria-hidden="true">
          <Picture
            path={game.picture}
            width={1600}
            height={1000}
            size="(max-width: 749px) 160px, 340px"
            isFitted
          />
        </Art>
        <Words>
          <Text path="home.latest.title" />
          <Name>
            <Text path={game.name} />
          </Name>
        </Words>
      </Story>
      {owner.gameProfile && (
        <Play href={`${owner.gameProfile}/${game.slug}`}>
          <Text path="home.latest.play" />
        </Play>
      )}
    </Card>
  );
}

/** On a phone the words and the way stand beside the picture, else below it. */
const Card = styled.div`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  display: grid;
  gap: 6px 14px;
  grid-template: 'art words' 1fr 'art play' auto / min(44%, 160px) minmax(0, 1fr);
  margin-bottom: 20px;
  overflow: hidden;
  padding: 10px;

  ${beside} {
    gap: 12px;
    grid-template: 'art art' 'words play' auto / minmax(0, 1fr) auto;
    margin: 0;
    padding: 0 0 12px;
  }

  @media print {
    display: none;
  }
`;

const Story = styled(Link)`
  color: inherit;
  display: grid;
  grid-area: 1 / 1 / -1 / -1;
  grid-template: subgrid / subgrid;
  text-decoration: none;

  ${whereHovering} {
    &:hover {
      filter: brightness(1.06);
    }
  }

  &:focus-visible {
    outline-offset: -4px;
  }
`;

const Art = styled.span`
  align-self: center;
  aspect-ratio: 16 / 10;
  border-radius: ${tokens.radius};
  grid-area: art;
  overflow: hidden;

  ${beside} {
    border-radius: 0;
  }
`;

const Words = styled.span`
  align-self: center;
  color: ${tokens.textSoft};
  font-size: 0.875rem;
  grid-area: words;
  line-height: 1.3;

  ${beside} {
    padding-left: 16px;
  }
`;

const Name = styled.span`
  color: ${tokens.text};
  display: block;
  font-size: 1.1875rem;
  font-weight: 600;
`;

const Play = styled(OutsideLink)`
  ${buttonLook}
  grid-area: play;
  isolation: isolate;
  justify-self: start;
  padding-inline: 16px;

  ${beside} {
    margin-right: 16px;
  }
`;
