import { fetchLateFont, startTexts, startTheme } from '@portfolio/kit';
import { startImports } from './federation/import-script.ts';
import { prefetchSections } from './federation/prefetch-sections.ts';
import { navigationEntryAt } from './federation/release-map.ts';
import { reportSectionErrors } from './federation/report-errors.ts';
import { lateAfterMs, sectionLoader } from './federation/section-loader.ts';
import { showFrame } from './frame-root.tsx';
import { followKeyboard } from './routing/arrive.ts';
import { addTransitionStyles } from './routing/transition-styles.ts';
import { openPage } from './slot/slot.tsx';
import { applyChoices } from './takeover/early-input.ts';
import { onBackForwardRestore } from './takeover/ready.tsx';
import { showTextsFailed } from './texts-failed.tsx';

/**
 * Starts the frame once the texts are loaded, and the page once its section is. A prerendered page is visible
 * meanwhile.
 */
async function start(): Promise<void> {
  const { dataset } = document.documentElement;
  const section = navigationEntryAt(location.pathname)?.section;
  const loading = section && sectionLoader.load(section);
  try {
    await startTexts();
    delete dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    return showTextsFailed(start);
  }
  // The document's page is hidden if it is in another language.
  if ('waits' in dataset) await Promise.race([loading, late()]);
  await showFrame();
  openPage();
  delete dataset.waits;
  prefetchSections();
  // A page without the late font keeps the fallback font.
  await fetchLateFont().catch(() => {});
}

const late = () => new Promise((resolve) => setTimeout(resolve, lateAfterMs));

if (process.env.NODE_ENV === 'development') {
  import('./hot-reload.ts').then(({ startHotReload }) => startHotReload());
  import('./federation/dev-tools.ts').then(({ showToDevTools }) => showToDevTools());
}

startImports();
reportSectionErrors();
addEventListener('online', () => sectionLoader.forgetFailures());
addTransitionStyles();
startTheme();
followKeyboard();
// Another tab may have changed the stored choices; without storage, this page keeps its own.
onBackForwardRestore(() => navigator.cookieEnabled && applyChoices());
// Of another tab: the storage of this one tells only the others.
addEventListener('storage', applyChoices);
// No top-level await: after one, WebKit does not report a module that fails.
void start();
