import { startTexts } from '@portfolio/kit/shell';
import { startImports } from './federation/import-script.ts';
import { reportSectionErrors } from './federation/report-errors.ts';
import { navigationEntryAt, prefetchSections, sectionLoader } from './federation/section-loader.ts';
import { showFrame } from './frame-root.tsx';
import { applyLanguage } from './header/switches.tsx';
import { offerNewReleases } from './notices/release-notices.ts';
import { followFocus } from './routing/arrive.ts';
import { openPage, reopenFailed } from './slot/slot.tsx';
import './routing/transition-styles.ts';

/** Starts the frame once the texts are loaded, and the page once its section is. */
async function start(): Promise<void> {
  const section = navigationEntryAt(location.pathname)?.section;
  if (section) void sectionLoader.load(section);
  try {
    await startTexts();
  } catch (error) {
    console.warn('The texts could not be loaded', error);
    // That is not the shell's fault: the document's notice offers a retry.
    document.documentElement.dataset.lost = '';
    return;
  }
  showFrame();
  openPage();
  // It may have been chosen meanwhile, or in another tab.
  applyLanguage();
  prefetchSections();
  offerNewReleases();
  addEventListener('online', reopenFailed);
}

if (process.env.NODE_ENV === 'development') import('./development.ts');

startImports();
reportSectionErrors();
followFocus();
addEventListener('pageshow', ({ persisted }) => persisted && applyLanguage());
addEventListener('storage', () => applyLanguage());
// No top-level await: after one, WebKit does not report a module that fails.
void start();
