import { css, Gallery, onMobile, styled, Text, useText } from '@portfolio/kit';
import { Chapter, Divider } from './chapter.tsx';
import { Closing } from './closing.tsx';
import { GameTiles, LatestGame } from './game-cards.tsx';
import { games } from './games.ts';
import { logos } from './logos.ts';
import { MainHeader } from './main-header.tsx';
import { Note, Proof } from './proof.tsx';
import { SitePlan } from './site-plan.tsx';

/** /home: a header, then up to four parts between dividers; a part without a text is left out. */
export default function HomePage() {
  const text = useText();
  const [latest] = games;
  const hasLogos = logos.length > 0;
  return (
    <Page>
      <MainHeader />
      <Chapter path="home.introduction" lead={latest && <LatestGame game={latest} />} />
      <Proof />
      {text('home.mascot.text') && (
        <>
          <Divider />
          <Chapter path="home.mascot" note={hasLogos && <Text as={Note} path="home.mascot.note" />}>
            {hasLogos && <Gallery images={logos} size="8rem" look={scattered} />}
          </Chapter>
        </>
      )}
      {text('home.about.text') && (
        <>
          <Divider />
          <Chapter path="home.about">
            <SitePlan />
          </Chapter>
        </>
      )}
      {latest && (
        <>
          <Divider />
          <div id="games">
            <Chapter path="home.games" />
            <GameTiles />
          </div>
        </>
      )}
      <Closing />
    </Page>
  );
}

const Page = styled.div`
  container-type: inline-size;
  padding-bottom: 50px;

  ${onMobile} {
    padding-bottom: 0;
  }
`;

/** Like photos on a table; the hovered or focused one is on top. */
const scattered = css`
  flex-wrap: wrap;
  justify-content: center;
  padding: 8px 11px;
  row-gap: 4px;

  > li {
    margin: 0 -11px;
  }

  > :hover,
  > :focus-within {
    z-index: 1;
  }

  > :nth-child(3n + 1) {
    rotate: -3deg;
  }

  > :nth-child(3n + 2) {
    rotate: 2deg;
    translate: 0 6px;
  }

  > :nth-child(3n) {
    rotate: -1deg;
    translate: 0 -4px;
  }

  @media print {
    > :nth-child(n) {
      margin: 0;
      rotate: none;
      translate: none;
    }
  }
`;
