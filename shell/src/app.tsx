import { HintRegion, ResourceBase } from '@portfolio/kit';
import { StrictMode } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { shellBase } from './federation/live-releases.ts';
import { Section } from './federation/section.tsx';
import { Header } from './header/header.tsx';
import { NotFound } from './not-found/not-found.tsx';
import { PageWrapper } from './page-wrapper.tsx';
import { siteMap } from './site-map.ts';

/** The host: header, wall, routes; every page behind them is a section. */
export function App() {
  return (
    <StrictMode>
      <ResourceBase value={shellBase()}>
        <BrowserRouter>
          <Header />
          <HintRegion />
          <Routes>
            <Route element={<PageWrapper />}>
              <Route index element={<Navigate to="/home" replace />} />
              {siteMap.map(({ path, section }) => (
                <Route key={path} path={path} element={<Section key={section} name={section} />} />
              ))}
              <Route path="*" element={<NotFound />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </ResourceBase>
    </StrictMode>
  );
}
