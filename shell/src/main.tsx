import { startTexts, startTheme, TextReleases } from '@portfolio/kit';
import { App } from './app.tsx';
import { followThrown } from './federation/failures.ts';
import { entryAt, readLiveReleases } from './federation/live-releases.ts';
import { cacheSections, prefetchSections } from './federation/section-cache.ts';
import { showNotice, showPage } from './start/page-root.ts';
import { TextsFailed } from './start/texts-failed.tsx';
import { addTransitionStyles } from './view-transitions.ts';

const releases = readLiveReleases();
const texts = new TextReleases(releases.key, releases.textsQuery);
const site = { releases, sections: cacheSections({ releases, texts }) };
const app = <App site={site} />;

/**
 * The app shows nothing until the texts and the first page are both there. A page that came within
 * the document was initialised before it was sent, and stands there meanwhile.
 */
async function start(): Promise<void> {
  const first = entryAt(releases, location.pathname)?.section;
  const section = first ? site.sections.load(first) : undefined;
  const { dataset } = document.documentElement;
  try {
    await startTexts(texts);
    delete dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    // The document's script has not to look for another shell.
    dataset.lost = 'texts';
    return showNotice(<TextsFailed base={releases.shell} onRetry={start} />, start);
  }
  const loaded = await section;
  const id = loaded?.state === 'loaded' ? loaded.release.id : undefined;
  const isUnknown = !first || (id && !site.sections.pageAt(location.pathname));
  await showPage(app, isUnknown ? shellRelease() : `${first}@${id}`);
  prefetchSections(site);
}

/** The page for unknown paths is the shell's own. */
function shellRelease(): string | undefined {
  return releases.key.split(',').find((release) => release.startsWith('shell@'));
}

if (process.env.NODE_ENV === 'development')
  import('./development.ts').then(({ followChanges }) => followChanges());

followThrown(releases, texts);
addTransitionStyles();
startTheme();
// Not awaited here: WebKit reports no module that fails after an await of its own.
start().then(async () =>
  globalThis.takePage?.(await (await import('./prerender.tsx')).prerender(app)),
);
