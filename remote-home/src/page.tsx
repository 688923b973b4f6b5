import { Divider, Heading, Markdown, onMobile, styled, Text } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';
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

/** A part of the page: its header and its text, by the key path of both, and what belongs below. */
function Chapter({ path, id, children }: PropsWithChildren<{ path: string; id?: string }>) {
  return (
    <section id={id}>
      <Heading>
        <Text path={`${path}.title`} />
      </Heading>
      <Markdown path={`${path}.text`} />
      {children}
    </section>
  );
}

/** On a phone the games come right after it: players scroll past no essays. */
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

    /* A document arrives bit by bit: games that came after the essays would push them down. */
    &:not(:has(> ${End})) > ${Beginning} ~ * {
      display: none;
    }
    &:not(:has(> ${End})) > ${Games} {
      display: block;
    }
  }
`;
