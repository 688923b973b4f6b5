// Inline in the document: what the first frame waits for, and what waits for it.

const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

// A lazy picture is fetched when it is a window away, and all of them came between the page and its
// app, which had /home 40 ms later on a computer; painting the wall's bricks took it 10 ms. What is in
// sight is fetched at once, the rest when the app is there or the visitor moves, and after a second.
const { dataset } = document.documentElement;
dataset.pictures = 'wait';
const fetchAll = () => delete dataset.pictures;
const fetchSeen = () => {
  for (const picture of document.images) {
    const { top, bottom } = picture.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) picture.loading = 'eager';
  }
};
addEventListener('scroll', fetchAll, { once: true });
setTimeout(fetchAll, 1000);

// A script or text that comes before the first frame is read and compiled before it: 25 to 30 ms on a
// computer, where the text of a file takes 70 to 90.
const fetchApp = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel ?? '';
};

document.addEventListener(
  'readystatechange',
  () => {
    afterFrame(fetchSeen);
    // Firefox tells nothing where it resists fingerprinting.
    const [page = {} as PerformanceNavigationTiming] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const isFar = page.responseEnd - page.requestStart > 100;
    // From the cache the app comes at once. On a first visit it takes a round trip, so it is asked for
    // before the frame: 15 to 25 ms sooner on a computer, and the text no later. Asked for in this very
    // event instead of after it, the text was 20 ms later. On a slow phone, which takes 700 ms for the
    // script, it gained nothing.
    if (page.transferSize > page.encodedBodySize && !isFar) setTimeout(fetchApp);
    else afterFrame(fetchApp);
    // Before its first frame Chromium waits 50 ms for the preloaded font, once there is a body. Where a
    // request takes longer than that the page is laid out meanwhile, and can be read 50 ms sooner on a
    // slow phone; where the font comes in time, that would only be done twice.
    if (isFar) document.body.getBoundingClientRect();
  },
  { once: true },
);
