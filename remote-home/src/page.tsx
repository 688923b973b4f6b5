import { Divider, onMobile, styled } from '@portfolio/kit';
import { Chapter } from './chapter.tsx';
import { GameTiles } from './game-tiles.tsx';
import { MainHeader } from './main-header.tsx';
import { OldLogos } from './old-logos.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <Beginning>
        <MainHeader />
        <Chapter path="home.introduction" />
      </Beginning>
      <Divider />
      <Chapter path="home.mascot">
        <OldLogos />
      </Chapter>
      <Divider />
      <Chapter path="home.about" />
      <Games>
        <Divider />
        <Chapter path="home.games" id="games">
          <GameTiles />
        </Chapter>
      </Games>
      <End />
    </Page>
  );
}

/** On a phone the games come right after it: who plays, scrolls past no essays. */
const Beginning = styled.div`
  order: -2;
`;

const Games = styled.div`
  order: -1;
`;

/** Once it is there, all of the page has arrived. */
const End = styled.span`
  display: none;
`;

const Page = styled.div`
  margin-bottom: 50px;

  ${onMobile} {
    display: flex;
    flex-direction: column;
    margin-bottom: 0;

    /* A document arrives bit by bit: games that came after the essays would push them down (0.13). */
    &:not(:has(> ${End})) > ${Beginning} ~ * {
      display: none;
    }
    &:not(:has(> ${End})) > ${Games} {
      display: block;
    }
  }
`;
