import { onMobile, styled, tokens } from '@portfolio/kit';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';

/** The wall left and right, the page a panel between; on mobile the wall is a strip. */
export function PageWrapper() {
  return (
    <Wall>
      <Panel id="page">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </Panel>
    </Wall>
  );
}

const Wall = styled.div`
  background: ${tokens.wall} 50% 0 / 480px auto;
  display: grid;
  min-height: calc(100vh - ${tokens.headerHeight});
  padding: 0 max(16px, calc(50% - 520px));

  ${onMobile} {
    padding: 28px 0;
  }
`;

const Panel = styled.main`
  background: ${tokens.background};
  box-shadow: ${tokens.shadow};
  min-width: 0;
  padding: 56px clamp(20px, 6.5vw, 72px);

  ${onMobile} {
    padding: 32px 20px;
  }
`;
