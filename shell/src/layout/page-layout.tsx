import { keyframes, onMobile, owner, styled, Text, tokens } from '@portfolio/kit';

/** The place of the page, the footer and the wall. */
export function PageLayout() {
  return (
    <Frame>
      <Panel>
        <Main id="page" tabIndex={-1}>
          {/* React neither makes nor compares what is within. */}
          <div id="slot" suppressHydrationWarning>
            {''}
          </div>
        </Main>
        {/* The address that the law may require. */}
        {owner.imprint && <Footer>{owner.imprint}</Footer>}
      </Panel>
      <Wall data-screen />
    </Frame>
  );
}

/** The first stop of the keyboard; visible while focused. */
export function SkipLink() {
  return (
    <ToPage
      data-screen
      href="#page"
      onClick={(event) => {
        // Keeps the fragment out of the address.
        event.preventDefault();
        document.getElementById('page')?.focus();
      }}
    >
      <Text path="header.skip" />
    </ToPage>
  );
}

/** The padding leaves room for the wall's bricks, on a phone for its strip. */
const Frame = styled.div`
  display: grid;
  isolation: isolate;
  min-height: calc(100vh - ${tokens.headerHeight});
  padding: 0 max(clamp(20px, 6.4vw, 64px), calc(50% - 520px));

  ${onMobile} {
    padding: 28px 0;
  }

  @media print {
    display: block;
    font-size: 0.8125rem;
    min-height: 0;
    padding: 0;
  }
`;

const Panel = styled.div`
  background: ${tokens.background};
  box-shadow: ${tokens.shadow};
  display: grid;
  grid-template: 1fr auto / minmax(0, 1fr);
  padding: 56px clamp(20px, 6.5vw, 72px) 24px;

  ${onMobile} {
    padding: 32px 20px 16px;
  }

  @media print {
    background: none;
    box-shadow: none;
    padding: 8px 0 0;
  }
`;

/** The focus ring fits into the smallest window. */
const Main = styled.main`
  /* A page that is not there yet would push the footer down when it comes. */
  &:has(#page-root:empty) + * {
    visibility: hidden;
  }

  &:focus-visible {
    outline-offset: 14px;
  }
`;

const ToPage = styled.a`
  background: ${tokens.surface};
  border: 1px solid ${tokens.accent};
  border-radius: ${tokens.radius};
  color: ${tokens.text};
  left: 12px;
  padding: 8px 16px;
  position: fixed;
  top: 12px;
  translate: 0 -200%;
  z-index: 50;

  &:focus {
    translate: none;
  }

  &:active {
    color: ${tokens.accent};
  }
`;

const Footer = styled.footer`
  border-top: 1px solid ${tokens.line};
  color: ${tokens.textSoft};
  font-size: 0.8125rem;
  margin-top: 56px;
  padding-top: 14px;
  white-space: pre-line;

  @media print {
    border: 0;
    padding: 0;
  }
`;

const drift = keyframes`
  to { translate: 0 -100px; }
`;

/** The wall behind the page, which moves a little with the scroll position: it extends below the window by its motion. */
const Wall = styled.div`
  background: var(--wall-base) ${tokens.wall} 50% 0 / 480px auto;
  inset: ${tokens.headerHeight} 0 -100px;
  position: fixed;
  z-index: -1;

  @supports (animation-timeline: scroll()) {
    @media (prefers-reduced-motion: no-preference) {
      animation: ${drift} linear both;
      animation-timeline: scroll(root);
    }
  }
`;
