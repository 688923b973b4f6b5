import { Divider, Heading, Markdown, onMobile, styled, Text } from '@portfolio/kit';
import { GameTiles } from './game-tiles.tsx';
import { MainHeader } from './main-header.tsx';
import { OldLogos } from './old-logos.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <section>
        <Chapter path="home.introduction" />
      </section>
      <Divider />
      <section>
        <Chapter path="home.mascot" />
        <OldLogos />
      </section>
      <Divider />
      <section>
        <Chapter path="home.about" />
      </section>
      <Divider />
      <section id="games">
        <Chapter path="home.games" />
        <GameTiles />
      </section>
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

const Page = styled.div`
  margin-bottom: 50px;

  ${onMobile} {
    margin-bottom: 0;
  }
`;
