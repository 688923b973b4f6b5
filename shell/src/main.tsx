import { fetchLateFont, startTexts, startTheme } from '@portfolio/kit';
import { App } from './app.tsx';
import { followThrown, prefetchSections, site } from './federation/site.ts';
import { onTakenAway, showPage, showTextsFailed } from './start/page-root.tsx';

const app = <App onTakenAway={onTakenAway} />;

/**
 * The app shows nothing until the texts and the first page are both there. A page that came within
 * the document was initialised before it was sent, and stands there meanwhile.
 */
async function start(): Promise<void> {
  const first = site.entryAt(location.pathname)?.section;
  const section = first ? site.settle(first) : undefined;
  try {
    await startTexts(site.texts);
    delete document.documentElement.dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    return showTextsFailed(start);
  }
  await section;
  const id = first && site.releaseOf(first)?.id;
  const isKnown = site.isLate(first) || site.pageAt(location.pathname);
  const isUnknown = !first || (id && !isKnown);
  const loading = first ? site.load(first) : undefined;
  await showPage(app, isUnknown ? shellRelease() : `${first}@${id}`, loading);
  prefetchSections();
  // Without it the page is as it was.
  await fetchLateFont().catch(() => {});
}

/** The page for unknown paths is the shell's own. */
function shellRelease(): string | undefined {
  return site.releases.key.split(',').find((release) => release.startsWith('shell@'));
}

if (process.env.NODE_ENV === 'development')
  import('./development.ts').then(({ followChanges }) => followChanges());

followThrown();
startTheme();
// Not awaited here: WebKit reports no module that fails after an await of its own.
start().then(async () =>
  globalThis.takePage?.(await (await import('./prerender.tsx')).prerender(app)),
);
