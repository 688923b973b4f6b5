import { Divider, Heading, Markdown, onMobile, styled, Text } from '@portfolio/kit';
import type { PropsWithChildren } from 'react';
import { GameTiles } from './game-tiles.tsx';
import { MainHeader } from './main-header.tsx';
import { OldLogos } from './old-logos.tsx';

/** /home: a main header, then four parts between dividers. */
export default function HomePage() {
  return (
    <Page>
      <MainHeader />
      <Chapter path="home.introduction" />
      <Divider />
      <Chapter path="home.mascot">
        <OldLogos />
      </Chapter>
      <Divider />
      <Chapter path="home.about" />
      <Divider />
      <Chapter path="home.games" id="games">
        <GameTiles />
      </Chapter>
      {/* Once it is there, all of the page has arrived. */}
      <span hidden />
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

/**
 * On a phone the games come before the essays, on a small one right after the headline. A document arrives
 * bit by bit: what comes later in it must not push down what is there.
 */
const Page = styled.div`
  margin-bottom: 50px;

  ${onMobile} {
    display: flex;
    flex-direction: column;
    margin-bottom: 0;

    > header,
    > header + section {
      order: -3;
    }
    > hr:has(+ #games) {
      order: -2;
    }
    > #games {
      order: -1;
    }
    &:not(:has(> [hidden])) > :not(header, header + section, hr:has(+ #games), #games) {
      display: none;
    }

    @media (max-width: 389px) {
      > header + section {
        order: 0;
      }
      > #games {
        order: -3;
      }
      &:not(:has(> [hidden])) > :not(header, #games) {
        display: none;
      }
    }
  }
`;
