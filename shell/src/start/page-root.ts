import { useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { ReleaseFailedError } from '../federation/failures.ts';
import { carryOver } from './early-input.ts';

const element = document.getElementById('root') as HTMLElement | null;
if (!element) throw new Error('The document has no element with the id root');
const place = element;

/** The release whose page came within the document, such as `home@0123456789ab`, and its language. */
const { page: prerendered, language } = place.dataset;

const options = {
  // A section that throws is passed over for its release before; that is no fault of the page's.
  onCaughtError: (cause: unknown) =>
    console.warn(new ReleaseFailedError('A section failed while rendering', { cause })),
  // Nothing of the app is left then. What the document does for an app that never came, it does now.
  onUncaughtError: (error: unknown) => {
    delete document.documentElement.dataset.ready;
    reportError(error);
  },
  // The visitor sees nothing of it; a test does.
  onRecoverableError: (error: unknown) => {
    // The browser skips a view transition for another one, for a window that changes its size, or where
    // a page is slow; only the motion is lost.
    if (!(error instanceof DOMException)) console.error('The page had to be made anew', error);
  },
};

let root: Root | undefined;

/**
 * Shows the app. Where the document came with this very page, in the language that is shown, its
 * elements are taken over as they stand; else the app takes their place.
 * @param release the release of the page
 */
export async function showPage(app: ReactNode, release: string | undefined): Promise<void> {
  if (root) root.render(app);
  else if (prerendered === release && language === useSettings.getState().language) {
    allowStyles();
    root = hydrateRoot(place, app, options);
  } else {
    // What is pressed down has to be there still when it is let go, or nothing was clicked.
    while (place.querySelector(':active')) await new Promise(requestAnimationFrame);
    root = createRoot(place, options);
    carryOver(place, root, app);
    delete document.documentElement.dataset.waits;
  }
}

/**
 * What is to be said without the app, in its place. A page that can be read stays: beside it stands the
 * document's own word, whose button then tries again without loading what was typed away.
 */
export function showNotice(content: ReactNode, onRetry: () => Promise<void>): void {
  const { dataset } = document.documentElement;
  delete dataset.waits;
  const button = document.querySelector<HTMLButtonElement>('#try-again');
  if (!prerendered || !button) {
    root ??= createRoot(place, options);
    root.render(content);
    return;
  }
  dataset.lost = 'shell';
  button.onclick = async (event) => {
    event.stopPropagation();
    button.disabled = true;
    await onRetry();
    button.disabled = false;
  };
}

/** The policy refuses `style` attributes in a document, not what a script sets. */
function allowStyles(): void {
  for (const styled of place.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? '';
    delete styled.dataset.style;
  }
}
