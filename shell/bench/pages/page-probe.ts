/** Measurements of a page, in ms since the navigation began. */
export interface Seen {
  /** The end of the frame that shows the heading's text. */
  heading: number;
  /** The end of the frame in which React has hydrated or rendered the heading. */
  takenOver: number;
  shift: number;
}

declare global {
  var benchSeen: Seen;
}

/** Runs in the page before all of its scripts. */
export function watchPage(): void {
  const seen: Seen = { heading: 0, takenOver: 0, shift: 0 };
  globalThis.benchSeen = seen;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });

  const headings = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (!heading?.textContent?.trim() || heading.querySelector('[aria-busy]')) return;
    headings.disconnect();
    afterPaint((time) => {
      seen.heading = time;
    });
  });
  headings.observe(document, { childList: true, subtree: true, characterData: true });

  const lookForApp = () => {
    const heading = document.querySelector('h1') ?? {};
    if (!Object.keys(heading).some((key) => key.startsWith('__reactFiber$')))
      return requestAnimationFrame(lookForApp);
    return afterPaint((time) => {
      seen.takenOver = time;
    });
  };
  requestAnimationFrame(lookForApp);

  /** A message is received after the frame is painted. */
  function afterPaint(tell: (time: number) => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(performance.now());
      port2.postMessage(undefined);
    });
  }
}
