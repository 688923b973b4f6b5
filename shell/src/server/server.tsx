import type {
  Markup,
  PageToRender,
  ShellServer,
  Surroundings,
} from '@portfolio/contract/rendering.ts';
import { setSiteFacts, setTexts } from '@portfolio/kit/shell';
import type { ComponentType, ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { ServerStyleSheet, StyleSheetManager, version as stylesVersion } from 'styled-components';
import { sharedModules } from '../federation/container.ts';
import { NotFound } from '../pages/own-pages.tsx';
import { history } from '../routing/history.ts';
import { Frame, HostedPage, identifierPrefix, SectionPage } from '../slot/trees.tsx';

/** What this file renders with; the build makes a hash of it. */
declare const MADE_WITH: string;

type Server = ShellServer<ComponentType>;
type Page = PageToRender<ComponentType>;

/** The hash of all that the markup of a page depends on beside the section itself. */
export const madeWith: Server['madeWith'] = MADE_WITH;

export const shared: Server['shared'] = sharedModules;

/** Renders what is around the page at a path; the page is put into `<div id="slot"></div>`. */
export const renderFrame: Server['renderFrame'] = async (around, path) => {
  await prepare(around, path);
  return renderMarkup(<Frame />);
};

/** Renders a page. @throws what it throws */
export const renderPage: Server['renderPage'] = async (around, page) => {
  await prepare(around, page.path);
  return renderMarkup(treeOf(page), identifierPrefix);
};

/** Hydrates a page in a browser. @returns the differences; what effects throw is left to the browser of a visitor */
export const hydratePage: Server['hydratePage'] = async (around, page, element) => {
  await prepare(around, page.path);
  const differences: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const root = hydrateRoot(element as Element, treeOf(page, resolve), {
    identifierPrefix,
    onRecoverableError: (error) => differences.push(String(error)),
    onUncaughtError: () => resolve(),
  });
  await promise;
  root.unmount();
  return differences;
};

function treeOf({ base, section }: Page, onReady = () => {}): ReactNode {
  const release = { base, pages: section?.pages ?? [] };
  return (
    <HostedPage release={release} onReady={onReady}>
      {section ? <SectionPage Page={section.Page} path={section.page.path} /> : <NotFound />}
    </HostedPage>
  );
}

/** Settings and address are of the whole process, so pages are rendered one after the other. */
async function prepare(around: Surroundings, path: string): Promise<void> {
  const { language, languages, texts, releaseMap } = around;
  setSiteFacts({ languages, ...releaseMap });
  await setTexts(language, texts);
  history.replace(path);
}

async function renderMarkup(tree: ReactNode, identifierPrefix = ''): Promise<Markup> {
  const sheet = new ServerStyleSheet();
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StyleSheetManager sheet={sheet.instance}>{tree}</StyleSheetManager>,
    {
      identifierPrefix,
      // Nothing waits for a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  // The browser finds the pictures that React preloads in the document.
  const markup = html.replace(/^(?:<link [^>]*>)+/, '');
  return { html: markup, css: String(sheet.instance), stylesVersion };
}
