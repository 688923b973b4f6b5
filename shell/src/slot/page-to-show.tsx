import { Button, hintSeconds, Picture, showHint, siteFacts, Text } from '@portfolio/kit';
import type { RenderingRelease } from '@portfolio/kit/shell';
import type { ReactNode } from 'react';
import {
  type LoadedSection,
  navigationEntryAt,
  sectionLoader,
} from '../federation/section-loader.ts';
import { CenteredPage, CenteredTitle, NotFound } from '../pages/centered-page.tsx';
import { SectionPage } from './trees.tsx';

/** A page of a section, or one of the shell's own in its place. */
export interface Page {
  /** The release that renders it, such as `home@0123456789ab`. */
  key: string;
  release: RenderingRelease;
  content: ReactNode;
  /** Undefined for a page of the shell. */
  section?: string;
}

/**
 * The page at a path whose section is loaded or has failed.
 * @param openPage shows another release of the section
 */
export function pageToShow(pathname: string, openPage: () => void): Page {
  const { shell, key: live } = siteFacts();
  const ofShell = { base: shell, pages: [] };
  const entry = navigationEntryAt(pathname);
  const loaded = entry && sectionLoader.loaded(entry.section);
  if (entry && !loaded) return { key: entry.section, release: ofShell, content: <SectionFailed /> };
  if (!entry || !loaded || !sectionLoader.pageAt(pathname)) {
    const key = live.split(',').find((release) => release.startsWith('shell@')) ?? '';
    return { key, release: ofShell, content: <NotFound /> };
  }
  const { section, path } = entry;
  const { release, pages, Page } = loaded;
  return {
    section,
    key: `${section}@${release.id}`,
    release: { base: release.base, pages, ...swapOf(section, loaded, openPage) },
    content: <SectionPage Page={Page} path={path} />,
  };
}

type Swap = Pick<RenderingRelease, 'swapped' | 'swap'>;

function swapOf(name: string, { release, swapped }: LoadedSection, openPage: () => void): Swap {
  const [live, before] = siteFacts().sections[name] ?? [];
  // A fallback for a failed live release is not the visitor's choice.
  if (!before || (release !== live && !swapped)) return {};
  const swapping = () => import(/* webpackChunkName: "swap-section" */ './swap-section.ts');
  return { swapped, swap: async (say) => (await swapping()).swapSection(name, say, openPage) };
}

/** Offers a retry while the document's own text stays. */
export function offerRetry(): void {
  showHint({
    kind: 'error',
    path: 'notices.sectionFailed.text',
    seconds: hintSeconds.loading,
    action: { path: 'notices.retry', run: retry },
  });
}

// By another document: browsers remember a script that failed.
const retry = () => globalThis.visitor?.reload();

function SectionFailed() {
  return (
    <CenteredPage role="alert" data-failed>
      <Picture path="mud-bath.svg" width={480} height={360} size="320px" isUrgent />
      <Text as={CenteredTitle} path="notices.sectionFailed.title" />
      <Text as="p" path="notices.sectionFailed.text" />
      <Text as={Button} type="button" onClick={retry} path="notices.retry" />
    </CenteredPage>
  );
}
