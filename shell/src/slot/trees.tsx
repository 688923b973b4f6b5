import { siteFacts, ThisRelease } from '@portfolio/kit';
import { HintRegion, type RenderingRelease } from '@portfolio/kit/shell';
import {
  type PropsWithChildren,
  StrictMode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useReducer,
} from 'react';
import { Route, Router, Routes } from 'react-router-dom';
import type { LoadedSection } from '../federation/section-loader.ts';
import { Header } from '../header/header.tsx';
import { PageLayout, SkipLink } from '../layout/page-layout.tsx';
import { history, useRoute } from '../routing/history.ts';

// What React renders: the same on the server, at the hydration, and later.

/** The frame around the pages, which have roots of their own. */
export function Frame() {
  // Renders again when the visitor goes on; a page then stays as it is.
  useRoute();
  return (
    <OwnRoot release={{ base: siteFacts().shell, pages: [] }}>
      <SkipLink />
      <Header />
      <HintRegion />
      <PageLayout />
    </OwnRoot>
  );
}

type RootProps = PropsWithChildren<{ release: RenderingRelease }>;
type OnReady = { onReady: () => void };

function OwnRoot({ release, children }: RootProps) {
  const { location, action } = history;
  return (
    <StrictMode>
      <ThisRelease value={release}>
        <Router location={location} navigationType={action} navigator={history}>
          {children}
        </Router>
      </ThisRelease>
    </StrictMode>
  );
}

/** No id of a page may be one of the frame, whose root has no prefix. */
export const identifierPrefix = 'p-';

/**
 * A page in its own root. Nothing of it is shown until it has all of its parts.
 * @param onReady is called when it has
 */
export function HostedPage({ onReady, children, ...root }: RootProps & OnReady) {
  return (
    <OwnRoot {...root}>
      <Suspense fallback={null}>
        {children}
        {children && <Ready onReady={onReady} />}
      </Suspense>
    </OwnRoot>
  );
}

function Ready({ onReady }: OnReady) {
  const [, rerender] = useReducer(() => true, false);
  // An update in a layout effect makes React run all effects of the page in the task that hydrated it.
  useLayoutEffect(rerender, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(onReady, []);
  return null;
}

interface SectionProps extends Pick<LoadedSection, 'Page'> {
  /** The path of the section's own page. */
  path: string;
}

/** The page of a section, for its own path and those below. */
export function SectionPage({ Page, path }: SectionProps) {
  const { pages } = use(ThisRelease);
  return (
    <Routes>
      <Route path={pages.length > 0 ? `${path}/*` : path} element={<Page />} />
    </Routes>
  );
}
