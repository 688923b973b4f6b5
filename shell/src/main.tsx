import './nonce.ts';
import { startTextReleases, startTexts, startTheme } from '@portfolio/kit';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { liveReleases } from './federation/live-releases.ts';
import { prefetchSections } from './federation/prefetch.ts';
import { sectionOf } from './federation/section-cache.ts';
import { pageAt } from './site-map.ts';
import { TextsFailed } from './start/texts-failed.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('The document has no element with the id root');
const root = createRoot(element, {
  // A section that throws is passed over for its release before; that is no fault of the page's.
  onCaughtError: (error) => console.warn('A section failed while rendering', error),
});

/** Nothing is shown until the texts and the first page are both there (spec §1, §4). */
async function start(): Promise<void> {
  const first = pageAt(location.pathname);
  const section = first && sectionOf(first.section);
  try {
    await startTexts();
    await section;
    root.render(<App />);
    prefetchSections();
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    root.render(<TextsFailed onRetry={start} />);
  }
}

startTheme();
startTextReleases(liveReleases().key, liveReleases().textsQuery);
await start();
