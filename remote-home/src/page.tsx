import { Divider, Gallery, onMobile, styled, Text, tokens } from '@portfolio/kit';
import { Chapter } from './chapter.tsx';
import { GameTiles, LatestGame } from './game-cards.tsx';
import { logos } from './logos.ts';
import { MainHeader } from './main-header.tsx';
import { SitePlan } from './site-plan.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <Chapter path="home.introduction" lead={<LatestGame />} />
      <Divider />
      <Chapter path="home.mascot" note={<Text as={Note} path="home.mascot.note" />}>
        <Gallery images={logos} size="8rem" isSquare />
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

const Note = styled.p`
  border-left: 3px solid ${tokens.primary};
  color: ${tokens.textSoft};
  margin: 20px 0;
  max-width: 31em;
  padding-left: 14px;
`;
