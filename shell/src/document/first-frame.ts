// Inline in the document: the order of requests around the first frame.

const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

// Browsers fetch a lazy picture that is a window away, and all of them came before the app, which took over
// /home 40 ms later on a computer; painting the wall's bricks took another 10 ms. So only visible pictures are
// fetched at once, the rest when the app is ready, the visitor scrolls, or after a second.
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

// A script that arrives before the first frame is compiled before it: 25 to 30 ms on a computer, where the
// text of a file is visible after 70 to 90.
const fetchApp = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel ?? '';
};

document.addEventListener(
  'readystatechange',
  () => {
    afterFrame(fetchVisible);
    // Firefox has no entry where it resists fingerprinting.
    const [page = {} as PerformanceNavigationTiming] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const isFar = page.responseEnd - page.requestStart > 100;
    // On a first visit the app takes a round trip, so it is requested before the frame: 15 to 25 ms sooner on
    // a computer, with the text no later. Requested within this event instead of after it, the text was 20 ms
    // later. On a slow phone, which takes 700 ms for the script, it gained nothing.
    if (page.transferSize > page.encodedBodySize && !isFar) setTimeout(fetchApp);
    else afterFrame(fetchApp);
    // Before its first frame Chromium waits 50 ms for the preloaded font. Where a request takes longer, the
    // layout is computed meanwhile, and the text is visible 50 ms sooner on a slow phone; where the font
    // arrives in time, the layout would only be computed twice.
    if (isFar) document.body.getBoundingClientRect();
  },
  { once: true },
);
