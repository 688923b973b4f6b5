import type { Page } from 'playwright';

/** From the visitor's click or choice to the frame that shows what came of it, in ms. */
export async function timeChange(
  page: Page,
  selector: string,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(watchChange, selector);
  await act();
  return page.evaluate(() => globalThis.benchChange);
}

declare global {
  var benchChange: Promise<number>;
}

/** Runs in the page: waits for another text at the selector, with no skeleton in its place. */
function watchChange(selector: string): void {
  const text = () => {
    const element = document.querySelector(selector);
    return element?.querySelector('[aria-busy]') ? '' : (element?.textContent?.trim() ?? '');
  };
  const before = text();
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
    const observer = new MutationObserver(() => {
      const now = text();
      if (now === '' || now === before) return;
      observer.disconnect();
      // A message is taken up after the frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - began);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.documentElement, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
}
