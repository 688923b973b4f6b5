import { fadesInWithTexts, onMobile, styled, tokens } from '@portfolio/kit';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { MadeOf } from './made-of.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { Ready } from './start/ready.tsx';

/** The wall left and right, the page a panel between; on mobile the wall is a strip. */
export function PageWrapper() {
  return (
    <Wall>
      <Panel id="page" tabIndex={-1}>
        <Content>
          <Suspense fallback={null}>
            <Outlet />
            <RouteAnnouncer />
            <Ready />
          </Suspense>
        </Content>
        <MadeOf />
      </Panel>
    </Wall>
  );
}

/** Left and right either wide enough to be a wall, or the strip of a phone: never a splinter. */
const Wall = styled.div`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 480px auto;
  display: grid;
  min-height: calc(100vh - ${tokens.headerHeight});
  padding: 0 max(clamp(20px, 6.4vw, 64px), calc(50% - 520px));

  ${onMobile} {
    padding: 28px 0;
  }

  @media print {
    background: none;
    display: block;
    font-size: 0.8125rem;
    min-height: 0;
    padding: 0;
  }
`;

/** What shows that it has the focus lies within: at the edges of a window outside cannot be seen. */
const Panel = styled.main`
  background: ${tokens.background};
  box-shadow: ${tokens.shadow};
  display: grid;
  grid-template: 1fr auto / minmax(0, 1fr);
  min-width: 0;
  padding: 56px clamp(20px, 6.5vw, 72px) 32px;

  ${onMobile} {
    padding: 32px 20px 24px;
  }

  &:focus-visible {
    outline-offset: -4px;
  }

  @media print {
    background: none;
    box-shadow: none;
    padding: 8px 0 0;
  }
`;

const Content = styled.div`
  ${fadesInWithTexts}
`;
