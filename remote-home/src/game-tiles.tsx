import { Link, Picture, SharedPicture, styled, Text, tokens, whereHovering } from '@portfolio/kit';
import { games } from './games.ts';

/** A tile for each game: its picture, name, what it is about and whether it is out; each leads to its story. */
export function GameTiles() {
  return (
    <Tiles>
      {games.map(({ slug, picture, to, name, line, status }) => (
        <li key={to}>
          <Tile to={to}>
            <Art aria-hidden="true">
              <SharedPicture name={slug}>
                <Picture path={picture} width={1600} height={1000} size={sizes} isFitted />
              </SharedPicture>
            </Art>
            <Words>
              <Name>
                <Text path={name} />
              </Name>
              <Line>
                <Text path={line} />
              </Line>
              <Status>
                <Text path={status} />
              </Status>
            </Words>
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}

const sizes = '(max-width: 600px) 150px, 300px';

const Tiles = styled.ul`
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  list-style: none;
  margin: 24px 0 0;
  padding: 0;

  @media (max-width: 600px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** On a phone name and status stand beside the picture, so that all three are on one screen, uncut. */
const Tile = styled(Link)`
  background: ${tokens.surface};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  color: inherit;
  display: grid;
  grid-template-rows: auto 1fr;
  height: 100%;
  overflow: hidden;
  text-decoration: none;

  ${whereHovering} {
    &:hover {
      border-color: ${tokens.accent};
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    transition: translate 0.15s;

    ${whereHovering} {
      &:hover {
        translate: 0 -3px;
      }
    }
  }

  &:active {
    border-color: ${tokens.accent};
    translate: 0 1px;
  }

  @media (max-width: 600px) {
    gap: 4px 14px;
    grid-template: 'art name' 1fr 'art status' 1fr 'line line' auto / min(44%, 150px) minmax(0, 1fr);
    padding: 12px;
  }

  @media print {
    break-inside: avoid;
  }
`;

const Art = styled.span`
  aspect-ratio: 16 / 10;

  @media (max-width: 600px) {
    border-radius: ${tokens.radius};
    grid-area: art;
    margin-bottom: 4px;
    overflow: hidden;
  }
`;

const Words = styled.span`
  display: grid;
  gap: 4px;
  grid-template-rows: auto 1fr auto;
  padding: 12px 16px 14px;

  @media (max-width: 600px) {
    display: contents;
  }
`;

const Name = styled.span`
  font-size: 1.1875rem;
  font-weight: 600;
  line-height: 1.25;

  @media (max-width: 600px) {
    align-self: end;
    grid-area: name;
  }
`;

const Line = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  line-height: 1.4;

  @media (max-width: 600px) {
    grid-area: line;
  }
`;

const Status = styled.span`
  color: ${tokens.accent};
  font-size: 0.875rem;
  font-weight: 550;

  @media (max-width: 600px) {
    grid-area: status;
  }
`;
