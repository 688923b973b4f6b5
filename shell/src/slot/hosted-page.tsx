import { ThisRelease } from '@portfolio/kit';
import type { RenderingRelease } from '@portfolio/kit/shell';
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
import type { history as siteHistory } from '../routing/history.ts';

/** No id of a page may be one of the frame, whose root has no prefix. */
export const identifierPrefix = 'p-';

interface RootProps extends PropsWithChildren {
  release: RenderingRelease;
  history: typeof siteHistory;
}

/** What frame and page have each of their own. */
export function OwnRoot({ release, history, children }: RootProps) {
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

interface Props extends RootProps {
  /** Called when the page is rendered as a whole. */
  onReady: () => void;
}

/** The root of a page: the same tree on the server, at the hydration, and at a navigation. */
export function HostedPage({ onReady, children, ...root }: Props) {
  return (
    <OwnRoot {...root}>
      <Suspense fallback={null}>
        {children}
        {children && <Ready onReady={onReady} />}
      </Suspense>
    </OwnRoot>
  );
}

function Ready({ onReady }: Pick<Props, 'onReady'>) {
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
      {/* The server does not know /HOME either. */}
      <Route path={pages.length > 0 ? `${path}/*` : path} caseSensitive element={<Page />} />
    </Routes>
  );
}
