import { css, Divider, Heading, Markdown, onMobile, styled, Text } from '@portfolio/kit';
import { GameTiles } from './game-tiles.tsx';
import { MainHeader } from './main-header.tsx';
import { OldLogos } from './old-logos.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <Introduction>
        <Chapter path="home.introduction" />
      </Introduction>
      <Line />
      <Essay>
        <Chapter path="home.mascot" />
        <OldLogos />
      </Essay>
      <Line />
      <Essay>
        <Chapter path="home.about" />
      </Essay>
      <LineOfGames />
      <section id="games">
        <Chapter path="home.games" />
        <GameTiles />
      </section>
      {/* Once it is there, all of the page has arrived. */}
      <span hidden />
    </Page>
  );
}

/** What a part begins with: its header and its text, by the key path of both. */
function Chapter({ path }: { path: string }) {
  return (
    <>
      <Heading>
        <Text path={`${path}.title`} />
      </Heading>
      <Markdown path={`${path}.text`} />
    </>
  );
}

/** On a phone the games come before the essays, on a small one right after the headline. */
const Page = styled.div`
  margin-bottom: 50px;

  ${onMobile} {
    display: flex;
    flex-direction: column;
    margin-bottom: 0;
  }
`;

/**
 * Stands below the games, which come last in the document. That arrives bit by bit: until all of it is
 * there, what stands below waits, or the games would push it down.
 */
const belowGames = css`
  order: 2;

  &:not(:has(~ [hidden])) {
    display: none;
  }
`;

const Introduction = styled.section`
  ${onMobile} {
    @media (max-width: 389px) {
      ${belowGames}
    }
  }
`;

const Essay = styled.section`
  ${onMobile} {
    ${belowGames}
  }
`;

const Line = styled(Divider)`
  ${onMobile} {
    ${belowGames}
  }
`;

/** Above the games, and on a small phone below them. */
const LineOfGames = styled(Divider)`
  ${onMobile} {
    @media (max-width: 389px) {
      ${belowGames}
      order: 1;
    }
  }
`;
