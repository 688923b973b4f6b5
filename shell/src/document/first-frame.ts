// Inline in the document: orders the requests around the first frame.

const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

// Browsers fetch lazy pictures up to one window away, and fetched them before the app, which took over /home
// 40 ms later on a computer; painting the wall took another 10 ms. So only visible pictures are fetched at
// once; the others follow when the app is ready, at a scroll, or after a second.
const { dataset } = document.documentElement;
dataset.pictures = 'wait';
const fetchAll = () => delete dataset.pictures;
const fetchVisible = () => {
  for (const picture of document.images) {
    const { top, bottom } = picture.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) picture.loading = 'eager';
  }
};
addEventListener('scroll', fetchAll, { once: true });
setTimeout(fetchAll, 1000);

// A browser compiles a script that arrives before the first frame first. This takes 25 to 30 ms on a
// computer, where the text is visible after 70 to 90.
const fetchApp = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel ?? '';
};

document.addEventListener(
  'readystatechange',
  () => {
    afterFrame(fetchVisible);
    // Firefox has no entry when it resists fingerprinting.
    const [page = {} as PerformanceNavigationTiming] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const isFar = page.responseEnd - page.requestStart > 100;
    // On a first visit the app takes a round trip, so it is requested before the frame: 15 to 25 ms sooner on
    // a computer, with the text no later. A request within this event delayed the text by 20 ms; on a slow
    // phone an early request gained nothing.
    if (page.transferSize > page.encodedBodySize && !isFar) setTimeout(fetchApp);
    else afterFrame(fetchApp);
    // Chromium waits 50 ms for the preloaded font before its first frame. On a slow connection the layout is
    // computed during this wait: the text is visible 50 ms sooner on a slow phone. Where the font arrives in
    // time, the layout would be computed twice.
    if (isFar) document.body.getBoundingClientRect();
  },
  { once: true },
);
