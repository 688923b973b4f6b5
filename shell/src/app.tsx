import { lazyPart, ResourceBase } from '@portfolio/kit';
import { HintRegion } from '@portfolio/kit/shell';
import { StrictMode, useEffect, useReducer } from 'react';
import { Router } from 'react-router-dom';
import { releaseMap } from './federation/release-map.ts';
import { Header } from './header/header.tsx';
import { PageLayout, SkipLink } from './layout/page-layout.tsx';
import type { HostedPlace } from './slot/hosted-page.tsx';

// Few visits show a preview. Late parts share a file, as each file adds 75 bytes to every document.
const PreviewBadge = lazyPart(
  () =>
    import(/* webpackChunkName: "late-parts" */ './notices/preview-badge.tsx').then(
      ({ PreviewBadge }) => PreviewBadge,
    ),
  () => null,
  8000,
);

interface Props extends HostedPlace {
  /** Whether the page at the address is still loading. */
  isPending: boolean;
  /** Puts the page into its place. */
  placePage: (place: HTMLElement | null) => void;
  onReady: () => void;
}

/** The frame around the pages, which have roots of their own. */
export function App({ isPending, placePage, onReady, ...place }: Props) {
  const [isRunning, run] = useReducer(() => true, false);
  useEffect(() => {
    onReady();
    run();
  }, [onReady]);
  return (
    <StrictMode>
      <ResourceBase value={releaseMap.shell}>
        <Router {...place}>
          <SkipLink />
          <Header isPending={isPending} />
          <HintRegion />
          <PageLayout placePage={placePage} />
          {isRunning && releaseMap.preview && <PreviewBadge />}
        </Router>
      </ResourceBase>
    </StrictMode>
  );
}
