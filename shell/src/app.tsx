import { indexPath } from '@portfolio/contract/pages.ts';
import { HintRegion, ResourceBase } from '@portfolio/kit';
import { memo, StrictMode, useLayoutEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { Section } from './federation/section.tsx';
import { site } from './federation/site.ts';
import { Header } from './header/header.tsx';
import { LateSectionHint } from './late-section-hint.tsx';
import { NewReleaseHint } from './new-release-hint.tsx';
import { NotFound } from './not-found.tsx';
import { PageWrapper, SkipLink } from './page-wrapper.tsx';
import { PreviewBadge } from './preview-badge.tsx';
import { useShownVisit, type Visit } from './visits.ts';

/** The host: header, wall, routes; every page behind them is a section. */
export function App({ onTakenAway }: { onTakenAway: () => void }) {
  useLayoutEffect(() => onTakenAway, [onTakenAway]);
  return (
    <StrictMode>
      <ResourceBase value={site.releases.shell}>
        {/* The transition is that of the page alone: `useShownVisit`. */}
        <BrowserRouter useTransitions={false}>
          <Frame />
        </BrowserRouter>
      </ResourceBase>
    </StrictMode>
  );
}

function Frame() {
  const [shown, isComing] = useShownVisit();
  return (
    <>
      <SkipLink />
      <Header isComing={isComing} />
      <HintRegion />
      <LateSectionHint />
      <NewReleaseHint />
      <Pages visit={shown} />
      <PreviewBadge />
    </>
  );
}

const Pages = memo(function Pages({ visit }: { visit: Visit }) {
  const { pages, sections } = site.releases;
  return (
    <Routes location={visit.location}>
      <Route element={<PageWrapper isHistory={visit.isHistory} />}>
        <Route index element={<Navigate to={indexPath(pages)} replace />} />
        {pages.map(({ path, section }) => (
          <Route
            key={path}
            path={sections[section]?.[0]?.hasPages ? `${path}/*` : path}
            // As the server sees it, for which /HOME is no page.
            caseSensitive
            element={<Section key={section} name={section} />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
});
