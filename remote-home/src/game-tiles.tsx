import { Link, Picture, styled, Text, tokens, whereHovering } from '@portfolio/kit';
import { games } from './games.ts';

/** A tile for each game: its picture, name, what it is about and whether it is out; each leads to its story. */
export function GameTiles() {
  return (
    <Tiles>
      {games.map(({ picture, to, name, line, status }) => (
        <li key={to}>
          <Tile to={to}>
            <Art aria-hidden="true">
              <Picture path={picture} width={1600} height={1000} size={sizes} isFitted />
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

const sizes = '(max-width: 600px) 38vw, 300px';

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

/** On a phone a row each, so that all three are on one screen. */
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

  &:active {
    border-color: ${tokens.accent};
    translate: 0 1px;
  }

  @media (max-width: 600px) {
    align-items: center;
    grid-template: auto / 38% minmax(0, 1fr);
  }

  @media print {
    break-inside: avoid;
  }
`;

/** However long the words beside it, without bands. */
const Art = styled.span`
  aspect-ratio: 16 / 10;
  overflow: hidden;

  img {
    object-fit: cover;
  }

  @media (max-width: 600px) {
    align-self: stretch;
    aspect-ratio: auto;
  }
`;

const Words = styled.span`
  display: grid;
  gap: 4px;
  grid-template-rows: auto 1fr auto;
  padding: 12px 16px 14px;
`;

const Name = styled.span`
  font-size: 1.1875rem;
  font-weight: 600;
  line-height: 1.25;
`;

const Line = styled.span`
  color: ${tokens.textSoft};
  font-size: 0.9375rem;
  line-height: 1.4;
`;

const Status = styled.span`
  color: ${tokens.accent};
  font-size: 0.875rem;
  font-weight: 550;
`;
