import { indexPath } from '@portfolio/contract/pages.ts';
import { HintRegion, ResourceBase } from '@portfolio/kit';
import { StrictMode } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { Section } from './federation/section.tsx';
import { Header } from './header/header.tsx';
import { NewReleaseHint } from './new-release-hint.tsx';
import { NotFound } from './not-found/not-found.tsx';
import { PageWrapper } from './page-wrapper.tsx';
import { PreviewBadge } from './preview-badge.tsx';
import { type Site, SiteContext } from './site.ts';
import { SkipLink } from './skip-link.tsx';

/** The host: header, wall, routes; every page behind them is a section. */
export function App({ site }: { site: Site }) {
  const { shell, pages } = site.releases;
  return (
    <StrictMode>
      <SiteContext value={site}>
        <ResourceBase value={shell}>
          <BrowserRouter>
            <SkipLink />
            <Header />
            <HintRegion />
            <NewReleaseHint />
            <Routes>
              <Route element={<PageWrapper />}>
                <Route index element={<Navigate to={indexPath(pages)} replace />} />
                {pages.map(({ path, section }) => (
                  <Route
                    key={path}
                    path={path}
                    // As the server sees it, for which /HOME is no page.
                    caseSensitive
                    element={<Section key={section} name={section} />}
                  />
                ))}
                <Route path="*" element={<NotFound />} />
              </Route>
            </Routes>
            <PreviewBadge />
          </BrowserRouter>
        </ResourceBase>
      </SiteContext>
    </StrictMode>
  );
}
