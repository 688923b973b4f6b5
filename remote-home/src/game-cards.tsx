import {
  boxLook,
  buttonLook,
  hovered,
  Link,
  OutsideLink,
  Picture,
  PlainList,
  SharedPicture,
  styled,
  Text,
  tokens,
} from '@portfolio/kit';
import { beside } from './chapter.tsx';
import { type Game, games } from './games.ts';

/** The newest game, visible without scrolling. */
export function LatestGame({ game }: { game: Game }) {
  return (
    <Card data-screen>
      <Story to={`/portfolio#${game.slug}`}>
        <LargeArt aria-hidden="true">
          <Picture
            path={game.picture}
            width={1600}
            height={1000}
            size="(max-width: 749px) 160px, 340px"
            isFitted
          />
        </LargeArt>
        <Words>
          <Text path="home.latest.title" />
          <Text as={Name} path={`home.games.${game.slug}.name`} />
        </Words>
      </Story>
      {game.play && <Text as={Play} href={game.play} path="home.latest.play" />}
    </Card>
  );
}

export function GameTiles() {
  return (
    <Tiles>
      {games.map(({ slug, picture }) => (
        <li key={slug}>
          <Tile to={`/portfolio#${slug}`}>
            <Art aria-hidden="true">
              <SharedPicture name={slug}>
                <Picture
                  path={picture}
                  width={1600}
                  height={1000}
                  size="(max-width: 37.5em) 150px, 300px"
                  isFitted
                />
              </SharedPicture>
            </Art>
            <Text as={Name} path={`home.games.${slug}.name`} />
            <Text as={Line} path={`home.games.${slug}.line`} />
            <Text as={Status} path={`home.games.${slug}.status`} />
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}

const Art = styled.span`
  aspect-ratio: 16 / 10;
  grid-area: art;
  overflow: hidden;
`;

const Name = styled.span`
  color: ${tokens.text};
  display: block;
  font-size: 1.1875rem;
  font-weight: 600;
`;

/** On a phone the words and the button are beside the picture, else below it. */
const Card = styled.div`
  ${boxLook}
  display: grid;
  gap: 6px 14px;
  grid-template: 'art words' 1fr 'art play' auto / minmax(0, min(44%, 160px)) minmax(min-content, 1fr);
  margin-bottom: 20px;
  overflow: hidden;
  padding: 10px;

  ${beside} {
    gap: 12px;
    grid-template: 'art art' 'words play' auto / minmax(0, 1fr) auto;
    margin: 0;
    padding: 0 0 12px;
  }
`;

const Story = styled(Link)`
  display: grid;
  grid-area: 1 / 1 / -1 / -1;
  grid-template: subgrid / subgrid;
  text-decoration: none;

  ${hovered`
    filter: brightness(1.06);
  `}

  &:focus-visible {
    outline-offset: -4px;
  }
`;

const LargeArt = styled(Art)`
  align-self: center;
  border-radius: ${tokens.radius};

  ${beside} {
    border-radius: 0;
  }
`;

const Words = styled.span`
  align-self: center;
  color: ${tokens.textSoft};
  font-size: 0.875rem;
  line-height: 1.3;

  ${beside} {
    padding-left: 16px;
  }
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

const Tiles = styled(PlainList)`
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  margin-top: 24px;

  @media (max-width: 37.5em) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** On a phone name and status are beside the picture, so that three tiles fit on one screen. */
const Tile = styled(Link)`
  ${boxLook}
  display: grid;
  gap: 4px 14px;
  grid-template: 'art' auto 'name' auto 'line' 1fr 'status' auto / minmax(0, 1fr);
  height: 100%;
  overflow: hidden;
  padding-bottom: 14px;
  text-decoration: none;
  transition: translate 0.15s;

  ${Art} {
    margin-bottom: 8px;
  }

  ${Name} {
    line-height: 1.25;
  }

  > :not(${Art}) {
    margin-inline: 16px;
  }

  ${hovered`
    border-color: ${tokens.accent};
    translate: 0 -3px;
  `}

  &:active {
    border-color: ${tokens.accent};
    translate: 0 1px;
  }

  @media (max-width: 37.5em) {
    grid-template: 'art name' 1fr 'art status' 1fr 'line line' auto / minmax(0, min(44%, 150px)) minmax(min-content, 1fr);
    padding: 12px;

    ${Art} {
      border-radius: ${tokens.radius};
      margin-bottom: 4px;
    }

    ${Name} {
      align-self: end;
    }

    > :not(${Art}) {
      margin-inline: 0;
    }
  }

  @media print {
    break-inside: avoid;
  }
`;

const Line = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  grid-area: line;
  line-height: 1.4;
`;

const Status = styled.span`
  color: ${tokens.accent};
  font-size: 0.875rem;
  font-weight: 550;
`;
