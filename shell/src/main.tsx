import { hintSeconds, showHint, useSettings } from '@portfolio/kit';
import { changeInView, pickLanguage, startTexts, switchLanguage } from '@portfolio/kit/shell';
import { startImports } from './federation/import-script.ts';
import { navigationEntryAt } from './federation/navigation-entry.ts';
import { prefetchSections } from './federation/prefetch-sections.ts';
import { reportSectionErrors } from './federation/report-errors.ts';
import { sectionLoader } from './federation/section-loader.ts';
import { showFrame } from './frame-root.tsx';
import { offerNewReleases } from './notices/release-notices.ts';
import { followFocus } from './routing/arrive.ts';
import { addTransitionStyles } from './routing/transition-styles.ts';
import { openPage } from './slot/slot.tsx';

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
  applyLanguage();
  prefetchSections();
  offerNewReleases();
  addEventListener('online', () => sectionLoader.forgetFailures(openPage));
}

/** Applies the stored language, which may have been chosen meanwhile, or in another tab. */
function applyLanguage(): void {
  const language = pickLanguage();
  if (language !== useSettings.getState().language)
    switchLanguage(language).catch((error) => console.warn('The language stays', error));
}

/** Applies a choice in the header; before the frame runs the document does. */
function applyChoice({ target }: Event): void {
  const select = target as HTMLSelectElement;
  if (!select.matches('html[data-frame] #root > header select')) return;
  const { name, value } = select;
  if (name === 'theme') {
    globalThis.visitor?.keep(name, value);
    void changeInView(name, () => globalThis.visitor?.showTheme());
    return;
  }
  switchLanguage(value).catch((error) => {
    console.warn('The language could not be switched', error);
    showHint({ kind: 'error', path: 'notices.languageFailed', seconds: hintSeconds.exception });
  });
}

if (process.env.NODE_ENV === 'development')
  import('./development.ts').then(({ startDevelopment }) => startDevelopment());

startImports();
reportSectionErrors();
addTransitionStyles();
followFocus();
addEventListener('pageshow', ({ persisted }) => persisted && applyLanguage());
addEventListener('storage', applyLanguage);
document.addEventListener('change', applyChoice);
// No top-level await: after one, WebKit does not report a module that fails.
void start();
