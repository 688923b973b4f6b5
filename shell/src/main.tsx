import './nonce.ts';
import { startTexts, startTheme } from '@portfolio/kit';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { sectionOf } from './federation/section-cache.ts';
import { siteMap } from './site-map.ts';
import { TextsFailed } from './start/texts-failed.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('The document has no element with the id root');
const root = createRoot(element);

/** Nothing is shown until the texts and the first page are both there (spec §1, §4). */
async function start(): Promise<void> {
  const first = siteMap.find(({ path }) => path === location.pathname);
  const section = first && sectionOf(first.section);
  try {
    await startTexts();
    await section;
    root.render(<App />);
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    root.render(<TextsFailed onRetry={start} />);
  }
}

startTheme();
await start();
