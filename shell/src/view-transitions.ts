/**
 * How pages, pictures, texts and themes follow each other. Only the app begins a transition, so its
 * styles come with the app: in every document they would be 450 bytes before the first text.
 */
const styles = `
  ::view-transition { pointer-events: none; }
  /* What is captured takes no click meanwhile: only where all of the page changes is it all captured. */
  :root:not([data-change='texts'], [data-change='theme']) { view-transition-name: none; }
  /* From section to section: the page crosses in the direction of the tabs, below the header. React makes
     that layer 0 by 0, of which nothing is left then. */
  :root:not([data-change])::view-transition {
    clip-path: inset(64px 0 0);
    height: 100% !important;
    width: 100% !important;
  }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 180ms; }
  ::view-transition-group(.forward) { --way: 12px; }
  ::view-transition-group(.back) { --way: -12px; }
  ::view-transition-new(.forward), ::view-transition-new(.back) { animation-name: come; }
  ::view-transition-old(.forward), ::view-transition-old(.back) { animation: 90ms ease-out both go; }
  /* A picture that becomes another: as large as its group on the way, and above the page that comes. */
  ::view-transition-group(.picture) { z-index: 1; }
  ::view-transition-group(.picture), ::view-transition-group(preview) { animation-duration: 240ms; }
  ::view-transition-old(.picture), ::view-transition-new(.picture),
  ::view-transition-old(preview), ::view-transition-new(preview) { height: 100%; object-fit: cover; }
  @media (prefers-reduced-motion: reduce) {
    ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation: none !important; }
  }
  [data-change='texts'][data-texts] #root { opacity: 0; }
  /* Another theme is laid row by row, the row below it by half. */
  @property --laid { syntax: '<length>'; inherits: true; initial-value: 0px; }
  [data-change='theme']::view-transition-old(root) { animation: none; mix-blend-mode: normal; }
  [data-change='theme']::view-transition-new(root) {
    --row: calc(24px + round(down, var(--laid), 40px));
    animation: lay 0.5s ease-in;
    mask:
      linear-gradient(#000 var(--row), #0000 0),
      repeating-linear-gradient(90deg, #000 0 80px, #0000 0 160px) mod(var(--row), 80px) var(--row) / 160px 40px repeat-x;
    mix-blend-mode: normal;
  }
  @keyframes lay { to { --laid: 100vh; } }
  @keyframes come { from { opacity: 0; translate: var(--way); } }
  @keyframes go { to { opacity: 0; translate: calc(-1 * var(--way)); } }
`;

/** Adds them to the page, as a sheet that no content policy counts. */
export function addTransitionStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
