import { owner, Picture, ResourceBase, Title, useSettings } from '@portfolio/kit';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { ReleaseFailedError, site } from '../federation/site.ts';
import { CenteredPage } from '../not-found.tsx';
import { holdPage, putBack } from './early-input.ts';

const element = document.getElementById('root') as HTMLElement | null;
if (!element) throw new Error('The document has no element with the id root');
const place = element;

/** The release whose page came within the document, such as `home@0123456789ab`, and its language. */
const { page: prerendered, language } = place.dataset;

const options = {
  // A section that throws is passed over for its release before; that is no fault of the page's.
  onCaughtError: (cause: unknown) =>
    console.warn(new ReleaseFailedError('A section failed while rendering', { cause })),
  onUncaughtError: (error: unknown) => {
    // Of several nodes that are not where they were, each is an error.
    if (isRemaking) return;
    if (!isRemakable()) return giveUp(error);
    if (error instanceof DOMException) console.warn('The page is made anew', error);
    else reportError(error);
    isRemaking = true;
    // Once React is done with this, and before the browser paints a page that is empty.
    queueMicrotask(remake);
  },
  // Logged for tests; visitors see nothing of it.
  onRecoverableError: (error: unknown) => {
    // The browser skips a view transition for another one, for a window that changes its size, or where
    // a page is slow; only the motion is lost.
    if (!(error instanceof DOMException)) console.error('The page had to be made anew', error);
  },
};

let root: Root | undefined;
let shown: ReactNode;
let isRemaking = false;
let remadeAt = Number.NEGATIVE_INFINITY;

/** A page that is taken away at once again fails for good; before it worked it is that of its document. */
export const isRemakable = () =>
  'ready' in document.documentElement.dataset && performance.now() - remadeAt > 1000;

/**
 * React gives up a page when it meets a node that another script has moved or replaced, as browsers do that
 * translate. What the page knows outlives it, but for what a component has in itself.
 */
function remake(): void {
  isRemaking = false;
  remadeAt = performance.now();
  place.replaceChildren();
  flushSync(() => root?.render(shown));
}

/** The document's own page stays, and the document acts as for an app that never came. */
function giveUp(error: unknown): void {
  delete document.documentElement.dataset.ready;
  putBack(place);
  console.error(error);
  // Not `reportError`: only Chromium says of its errors where they come from.
  const [message, filename] = [String(error), site.releases.shell];
  dispatchEvent(new ErrorEvent('error', { error, message, filename }));
}

/** Told by the app, when React takes its elements away and they still stand there. */
export const onTakenAway = () => holdPage(place);

/**
 * Shows the app. Where the document came with this very page, in the language that is shown, its
 * elements are taken over as they stand, those of a section that is late when it comes; else the app takes
 * their place when all of it is there.
 * @param release the release of the page
 * @param loading its section
 */
export async function showPage(
  app: ReactNode,
  release: string | undefined,
  loading: Promise<unknown> | undefined,
): Promise<void> {
  shown = app;
  if (root) return root.render(app);
  holdPage(place);
  if (prerendered === release && language === useSettings.getState().language) {
    allowStyles();
    root = hydrateRoot(place, app, options);
  } else {
    if (prerendered && 'late' in document.documentElement.dataset) {
      delete document.documentElement.dataset.waits;
      await loading;
    }
    // An element that is pressed must stay until it is released, or there is no click.
    while (place.querySelector(':active')) await new Promise(requestAnimationFrame);
    root = createRoot(place, options);
    // In one step: neither page is seen without the other.
    flushSync(() => root?.render(app));
    delete document.documentElement.dataset.waits;
  }
}

/**
 * Says that the texts did not come, by the document's own notice, below a page that can be read or else
 * below whose site it is. Its button then tries again without loading what was typed away.
 */
export function showTextsFailed(onRetry: () => Promise<void>): void {
  const { dataset } = document.documentElement;
  delete dataset.waits;
  // The document's script has not to look for another shell.
  dataset.lost = '';
  if (!prerendered) {
    root ??= createRoot(place, options);
    root.render(
      <CenteredPage as="main">
        <ResourceBase value={site.releases.shell}>
          <Picture path="not-found.svg" width={480} height={360} size="320px" isUrgent />
        </ResourceBase>
        <Title>{owner.name}</Title>
      </CenteredPage>,
    );
  }
  const button = document.querySelector<HTMLButtonElement>('#try-again');
  if (!button) return;
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
