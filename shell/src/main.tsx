import { fetchLateFont, startTexts, startTheme } from '@portfolio/kit';
import { App } from './app.tsx';
import { startImports } from './federation/import-script.ts';
import { prefetchSections } from './federation/prefetch-sections.ts';
import { navigationEntryAt, shellRelease } from './federation/release-map.ts';
import { reportSectionErrors } from './federation/report-errors.ts';
import { sectionLoader } from './federation/section-loader.ts';
import { addTransitionStyles } from './routing/transition-styles.ts';
import { onBeforeRemoval, showApp } from './takeover/page-root.ts';
import { showTextsFailed } from './texts-failed.tsx';

const app = <App onBeforeRemoval={onBeforeRemoval} />;

/**
 * Renders the app once the texts are loaded, and the first section is loaded or late. A prerendered page is
 * visible meanwhile.
 */
async function start(): Promise<void> {
  const section = navigationEntryAt(location.pathname)?.section;
  const sectionStart = section && sectionLoader.loadOrLate(section);
  try {
    await startTexts(sectionLoader.texts);
    delete document.documentElement.dataset.lost;
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    return showTextsFailed(start);
  }
  await sectionStart;
  await showApp(app, releaseOfPage(section), section ? sectionLoader.load(section) : undefined);
  prefetchSections();
  // A page without the late font keeps the fallback font.
  await fetchLateFont().catch(() => {});
}

/** The release that renders the page at the address; the shell renders unknown paths. */
function releaseOfPage(section: string | undefined): string | undefined {
  const id = section && sectionLoader.releaseOf(section)?.id;
  const isPage = sectionLoader.isLate(section) || sectionLoader.pageAt(location.pathname);
  const isUnknown = !section || (id && !isPage);
  return isUnknown ? shellRelease() : `${section}@${id}`;
}

if (process.env.NODE_ENV === 'development') {
  import('./hot-reload.ts').then(({ startHotReload }) => startHotReload());
  import('./federation/dev-tools.ts').then(({ showToDevTools }) => showToDevTools());
}

startImports();
reportSectionErrors();
addEventListener('online', () => sectionLoader.forgetFailures());
addTransitionStyles();
startTheme();
// No top-level await: after one, WebKit does not report a module that fails.
start().then(async () => {
  const { takePage } = globalThis;
  if (!takePage) return;
  const { captureMarkup } = await import('./capture-markup.ts');
  takePage(await captureMarkup(app));
});
