/** What the page says of itself, in ms since the navigation began. */
export interface Seen {
  /** When the heading's text could be read: the end of the frame that shows it. */
  heading: number;
  firstPaint: number;
  largestPaint: number;
  /** Sum of all layout shifts. */
  shift: number;
  /** Sum of all tasks above 50 ms. */
  longTasks: number;
}

declare global {
  var benchSeen: Seen;
}

/** Runs in the page before all of its scripts. */
export function watchPage(): void {
  const seen: Seen = { heading: 0, firstPaint: 0, largestPaint: 0, shift: 0, longTasks: 0 };
  globalThis.benchSeen = seen;

  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', ({ duration }) => {
    seen.longTasks += duration;
  });

  const headings = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (!heading?.textContent?.trim() || heading.querySelector('[aria-busy]')) return;
    headings.disconnect();
    // A message is taken up after the frame has been painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        seen.heading = performance.now();
      };
      port2.postMessage(undefined);
    });
  });
  headings.observe(document, { childList: true, subtree: true, characterData: true });
}
