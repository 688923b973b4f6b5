import { startTexts, startTheme } from '@portfolio/kit';
import { App } from './app.tsx';
import { followThrown, prefetchSections, Site } from './federation/site.ts';
import { showNotice, showPage } from './start/page-root.ts';
import { TextsFailed } from './start/texts-failed.tsx';
import { addTransitionStyles } from './visits.ts';

const site = new Site();
const app = <App site={site} />;

/**
 * The app shows nothing until the texts and the first page are both there. A page that came within
 * the document was initialised before it was sent, and stands there meanwhile.
 */
async function start(): Promise<void> {
  const first = site.entryAt(location.pathname)?.section;
  const section = first ? site.load(first) : undefined;
  const { dataset } = document.documentElement;
  try {
    await startTexts(site.texts);
    delete dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    // The document's script has not to look for another shell.
    dataset.lost = 'texts';
    return showNotice(<TextsFailed base={site.releases.shell} onRetry={start} />, start);
  }
  const id = (await section)?.release.id;
  const isUnknown = !first || (id && !site.pageAt(location.pathname));
  await showPage(app, isUnknown ? shellRelease() : `${first}@${id}`);
  prefetchSections(site);
}

/** The page for unknown paths is the shell's own. */
function shellRelease(): string | undefined {
  return site.releases.key.split(',').find((release) => release.startsWith('shell@'));
}

if (process.env.NODE_ENV === 'development')
  import('./development.ts').then(({ followChanges }) => followChanges());

followThrown(site);
addTransitionStyles();
startTheme();
// Not awaited here: WebKit reports no module that fails after an await of its own.
start().then(async () =>
  globalThis.takePage?.(await (await import('./prerender.tsx')).prerender(app)),
);
