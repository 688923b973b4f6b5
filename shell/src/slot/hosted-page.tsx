import { ResourceBase, SectionSwap } from '@portfolio/kit';
import { SectionPages, type Swap } from '@portfolio/kit/shell';
import {
  type PropsWithChildren,
  StrictMode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useReducer,
} from 'react';
import { Route, Router, type RouterProps, Routes } from 'react-router-dom';
import type { LoadedSection } from '../federation/section-loader.ts';

/** No id of a page may be one of the frame, whose root has no prefix. */
export const identifierPrefix = 'p-';

export type HostedPlace = Pick<RouterProps, 'location' | 'navigationType' | 'navigator'>;

interface RootProps extends PropsWithChildren, HostedPlace {
  base: string;
}

/** What frame and page have each of their own. */
export function OwnRoot({ base, children, ...place }: RootProps) {
  return (
    <StrictMode>
      <ResourceBase value={base}>
        <Router {...place}>{children}</Router>
      </ResourceBase>
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

interface SectionProps extends Pick<LoadedSection, 'Page' | 'pages'> {
  /** The path of the section's own page. */
  path: string;
  base: string;
  swap: Swap;
}

/** The page of a section, for its own path and those below. */
export function SectionPage({ Page, pages, path, base, swap }: SectionProps) {
  return (
    <SectionPages value={{ base, pages }}>
      <SectionSwap value={swap}>
        <Routes>
          {/* The server does not know /HOME either. */}
          <Route path={pages.length > 0 ? `${path}/*` : path} caseSensitive element={<Page />} />
        </Routes>
      </SectionSwap>
    </SectionPages>
  );
}
