import { indexPath } from '@portfolio/contract/pages.ts';
import { HintRegion, lazyPart, ResourceBase } from '@portfolio/kit';
import { memo, StrictMode, useLayoutEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { releaseMap } from './federation/release-map.ts';
import { Header } from './header/header.tsx';
import { PageLayout, SkipLink } from './layout/page-layout.tsx';
import { LateSectionHint } from './notices/late-section-hint.tsx';
import { NewReleaseHint } from './notices/new-release-hint.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Section } from './pages/section.tsx';
import { useVisiblePage, type VisiblePage } from './routing/visible-page.ts';

// Few visits show a preview. It shares the file of the hints, as each file adds 75 bytes to every document.
const PreviewBadge = lazyPart(
  () =>
    import(/* webpackChunkName: "toasts" */ './notices/preview-badge.tsx').then(
      ({ PreviewBadge }) => PreviewBadge,
    ),
  () => null,
  8000,
);

/** @param props.onBeforeRemoval called when React removes the app, while its elements are in the document */
export function App({ onBeforeRemoval }: { onBeforeRemoval: () => void }) {
  useLayoutEffect(() => onBeforeRemoval, [onBeforeRemoval]);
  return (
    <StrictMode>
      <ResourceBase value={releaseMap.shell}>
        {/* `useVisiblePage` starts the transition, for the page only. */}
        <BrowserRouter useTransitions={false}>
          <Site />
        </BrowserRouter>
      </ResourceBase>
    </StrictMode>
  );
}

function Site() {
  const [visible, isPending] = useVisiblePage();
  return (
    <>
      <SkipLink />
      <Header isPending={isPending} />
      <HintRegion />
      <LateSectionHint />
      <NewReleaseHint />
      <Pages visible={visible} />
      {releaseMap.preview && <PreviewBadge />}
    </>
  );
}

const Pages = memo(function Pages({ visible }: { visible: VisiblePage }) {
  const { pages, sections } = releaseMap;
  return (
    <Routes location={visible.location}>
      <Route element={<PageLayout isHistory={visible.isHistory} />}>
        <Route index element={<Navigate to={indexPath(pages)} replace />} />
        {pages.map(({ path, section }) => (
          <Route
            key={path}
            path={sections[section]?.[0]?.hasPages ? `${path}/*` : path}
            // The server does not know /HOME either.
            caseSensitive
            element={<Section key={section} name={section} />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
});
