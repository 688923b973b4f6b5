import './nonce.ts';
import { startTextReleases, startTexts, startTheme } from '@portfolio/kit';
import { App } from './app.tsx';
import { liveReleases } from './federation/live-releases.ts';
import { prefetchSections } from './federation/prefetch.ts';
import { sectionOf } from './federation/section-cache.ts';
import { routeAt } from './routes.ts';
import { showNotice, showPage } from './start/page-root.ts';
import { TextsFailed } from './start/texts-failed.tsx';

/**
 * The app shows nothing until the texts and the first page are both there. A page that came within
 * the document was initialised before it was sent, and stands there meanwhile.
 */
async function start(): Promise<void> {
  const first = routeAt(location.pathname)?.section;
  const section = first ? sectionOf(first) : undefined;
  const { dataset } = document.documentElement;
  try {
    await startTexts();
    delete dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    // The document's script has not to look for another shell.
    dataset.lost = 'texts';
    return showNotice(<TextsFailed onRetry={start} />);
  }
  const loaded = await section;
  const id = loaded?.state === 'loaded' ? loaded.release.id : undefined;
  showPage(<App />, first ? `${first}@${id}` : shellRelease());
  prefetchSections();
}

if (process.env.NODE_ENV === 'development')
  import('./development.ts').then(({ followChanges }) => followChanges());
/** The page for unknown paths is the shell's own. */
function shellRelease(): string | undefined {
  const releases = liveReleases().key.split(',');
  return releases.find((release) => release.startsWith('shell@'));
}

startTheme();
startTextReleases(liveReleases().key, liveReleases().textsQuery);
// Not awaited here: WebKit tells nobody of a module that fails after an await of its own.
start().then(async () => globalThis.takePage?.((await import('./prerender.tsx')).prerender()));
