import type { Page } from 'playwright';

type What = 'heading' | 'theme';

/** From the visitor's click or choice to the frame that shows in full what came of it, in ms. */
export async function timeChange(
  page: Page,
  what: What,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(watchChange, what);
  await act();
  return page.evaluate(() => globalThis.benchChange);
}

declare global {
  var benchChange: Promise<number>;
}

/** Runs in the page: waits for another heading, with no skeleton in its place, or another theme. */
function watchChange(what: What): void {
  const read = () => {
    if (what === 'theme') return document.documentElement.dataset.theme;
    const heading = document.querySelector('h1');
    return heading?.querySelector('[aria-busy]') ? '' : heading?.textContent?.trim();
  };
  // New texts fade in: they are there when they can be seen as well as the old ones were.
  const isSeen = () => {
    for (let at = document.querySelector('h1') as Element | null; at; at = at.parentElement)
      if (getComputedStyle(at).opacity !== '1') return false;
    return true;
  };
  const before = read();
  let began = 0;
  for (const event of ['click', 'change'])
    addEventListener(
      event,
      ({ timeStamp }) => {
        began ||= timeStamp;
      },
      { capture: true, once: true },
    );
  globalThis.benchChange = new Promise((resolve) => {
    const look = () => {
      const now = read();
      if (!now || now === before || !isSeen()) {
        requestAnimationFrame(look);
        return;
      }
      // A message is taken up after the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  });
}
