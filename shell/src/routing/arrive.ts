import { pageName, pageTitle, readPath } from '@portfolio/contract/pages.ts';
import { isMotionWelcome, owner, siteFacts, useSettings } from '@portfolio/kit';
import { textNow } from '@portfolio/kit/shell';
import { navigationEntryAt, sectionLoader } from '../federation/section-loader.ts';
import { history, useRoute } from './history.ts';

let last: typeof history.location | undefined;

/** Does when a page is shown what a page load does: title, focus and scroll position. */
export function arrive(): void {
  const { location, action } = useRoute.getState();
  const { pathname, search, hash, key } = location;
  if (!last) useSettings.subscribe(showTitle);
  showTitle();
  const before = last;
  last = location;
  // A second click on the same link has another key, and scrolls again.
  if (key === before?.key) return;
  const isFirst = before === undefined;
  const isNavigation = !isFirst && pathname !== before.pathname;
  const isOtherQuery = !isFirst && search !== before.search;
  // The switch of the language takes it out of the address, and the visitor stays in place.
  if (isOtherQuery && !isNavigation) return;
  const isHistory = action === 'POP';
  // The address names it encoded, like a path.
  const named = document.getElementById(readPath(hash.slice(1)));
  const part = isHistory && !isFirst ? null : named;
  // The browser restores the position for Back and Forward.
  if (isNavigation && !isHistory) scrollTo({ top: 0, behavior: 'instant' });
  if (part || isNavigation) focusPart(part ?? document.querySelector<HTMLElement>('main h1'));
  const isSmooth = !isNavigation && !isFirst && isMotionWelcome();
  part?.scrollIntoView({ behavior: isSmooth ? 'smooth' : 'instant' });
}

function showTitle(): void {
  const { language, isLanguageLoaded } = useSettings.getState();
  const page = sectionLoader.pageAt(history.location.pathname);
  if (isLanguageLoaded) document.title = pageTitle(pageName(page, textNow, language), owner.name);
}

/** The direction along the tabs. Within a tab, pages below a section come after its own page, in alphabetical order. */
export function directionOf(from: string, to: string): 'forward' | 'back' | undefined {
  const tabs: readonly unknown[] = siteFacts().pages;
  const tabOf = (path: string) => tabs.indexOf(navigationEntryAt(path));
  const distance = tabOf(to) - tabOf(from) || to.localeCompare(from);
  if (distance === 0) return undefined;
  return distance > 0 ? 'forward' : 'back';
}

/** A part that gets the focus looks so only where the keyboard is used. */
let isKeyboardUsed = false;
for (const type of ['keydown', 'pointerdown'])
  addEventListener(type, () => (isKeyboardUsed = type === 'keydown'), true);

let focused = document.activeElement;
addEventListener('focusin', ({ target }) => (focused = target as Element), true);
const forget = () =>
  // The focus of an element that is removed is not given up by the visitor.
  queueMicrotask(() => {
    if (focused?.isConnected && document.activeElement === document.body) focused = null;
  });
addEventListener('focusout', forget, true);

/** Where a page was moved, the focus goes back; where it was made anew, to the element with the same id, as the caret. */
export function restoreFocus(): void {
  if (!focused || document.activeElement !== document.body) return;
  const counterpart = focused.isConnected ? focused : document.getElementById(focused.id);
  const { selectionStart, selectionEnd } = focused as HTMLInputElement;
  const field = counterpart as HTMLInputElement | null;
  field?.focus({ preventScroll: true });
  // E-mail fields have no selection, nor has what is no field.
  if (typeof selectionStart === 'number') field?.setSelectionRange(selectionStart, selectionEnd);
}

/** Shows no focus ring after a click or a page load. */
function focusPart(part: HTMLElement | null): void {
  part?.setAttribute('tabindex', '-1');
  part?.toggleAttribute('data-ringless', !isKeyboardUsed);
  part?.focus({ preventScroll: true });
}
