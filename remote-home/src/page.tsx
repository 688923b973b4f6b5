import { Divider, onMobile, styled } from '@portfolio/kit';
import { Chapter } from './chapter.tsx';
import { GameTiles } from './game-tiles.tsx';
import { LatestGame } from './latest-game.tsx';
import { MainHeader } from './main-header.tsx';
import { NoteOnLogos, OldLogos } from './old-logos.tsx';
import { SitePlan } from './site-plan.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <Chapter path="home.introduction" lead={<LatestGame />} />
      <Divider />
      <Chapter path="home.mascot" note={<NoteOnLogos />}>
        <OldLogos />
      </Chapter>
      <Divider />
      <Chapter path="home.about">
        <SitePlan />
      </Chapter>
      <Divider />
      <div id="games">
        <Chapter path="home.games" />
        <GameTiles />
      </div>
    </Page>
  );
}

const Page = styled.div`
  container-type: inline-size;
  margin-bottom: 50px;

  ${onMobile} {
    margin-bottom: 0;
  }
`;
