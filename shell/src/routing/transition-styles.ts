/**
 * All these styles need the app, so they come with it: in the document they would add 550 bytes before the
 * first text.
 *
 * - While a page is loading, a light runs along the lower edge of its tab, or of the menu's button on mobile.
 * - Captured elements take no clicks during a transition; between pages only the page is captured, not its frame.
 * - Between pages the page slides along the tabs. The one that comes is rendered out of sight.
 * - A picture that becomes another fills its group on the way, above the page.
 * - `arriving`: the old page stands still until the new texts are laid out; the new page covers it, as its
 * first frame may come late.
 * - `data-swapped`: another release of a section has another hue, with the contrast kept, so that the swap can be seen.
 * - `bricks`: another theme, or another release of a section, appears row by row, each offset by half a brick.
 */
const styles = `
  [data-ringless] { outline: 0; }
  :root { scrollbar-color: color-mix(in srgb, var(--text-soft) 60%, var(--background)) var(--background); }
  ::selection { background: var(--button); color: var(--button-text); }
  header[data-pending] :is([aria-current='page'], [popovertarget]) {
    overflow: clip;
    position: relative;
    &::after {
      animation: run 0.9s 120ms ease-in-out infinite both;
      background: linear-gradient(90deg, transparent, var(--text), transparent);
      bottom: 0;
      content: '';
      height: 3px;
      left: 0;
      position: absolute;
      width: 40%;
    }
    @media (prefers-reduced-motion: reduce) {
      animation: fade 0s 120ms forwards;
      &::after { display: none; }
    }
  }
  ::view-transition { pointer-events: none; }
  :root { --own-primary: var(--primary); --own-accent: var(--accent); --own-button: var(--button); }
  [data-swapped] {
    --primary: oklch(from var(--own-primary) calc(l - 0.03) calc(c * 0.6) calc(h + 200));
    --accent: oklch(from var(--own-accent) calc(l - 0.03) calc(c * 0.6) calc(h + 200));
    --button: oklch(from var(--own-button) calc(l - 0.03) calc(c * 0.6) calc(h + 200));
  }
  #slot > :not(#page-root) { display: flow-root; height: 0; overflow: hidden; visibility: hidden; }
  :is([data-change='forward'], [data-change='back']) {
    view-transition-name: none;
    #page-root { view-transition-name: page; }
  }
  ::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*) { animation-duration: 180ms; }
  [data-change='forward'] { --way: 12px; }
  [data-change='back'] { --way: -12px; }
  ::view-transition-new(page) { animation-name: come; }
  ::view-transition-old(page) { animation: 90ms ease-out both go; }
  ::view-transition-group(.picture) { animation-duration: 240ms; z-index: 1; }
  ::view-transition-old(.picture), ::view-transition-new(.picture) { height: 100%; object-fit: cover; }
  [data-change~='arriving'] #root { opacity: 0; }
  [data-change~='arriving']::view-transition-old(root), [data-change~='arriving']::view-transition-new(root) { animation-play-state: paused; }
  @property --laid { syntax: '<length>'; inherits: true; initial-value: 0px; }
  :is([data-change~='texts'], [data-change='bricks'])::view-transition-old(root) {
    animation: none;
    mix-blend-mode: normal;
  }
  [data-change~='texts']::view-transition-new(root) { animation-name: cover; }
  [data-change='bricks']::view-transition-new(root) {
    --row: calc(24px + round(down, var(--laid), 40px));
    animation: lay 0.5s ease-in both;
    mask:
      linear-gradient(#000 var(--row), #0000 0),
      repeating-linear-gradient(90deg, #000 0 80px, #0000 0 160px) mod(var(--row), 80px) var(--row) / 160px 40px repeat-x;
    mix-blend-mode: normal;
  }
  @keyframes run { from { translate: -100%; } to { translate: 250%; } }
  @keyframes fade { to { opacity: 0.6; } }
  @keyframes lay { to { --laid: calc(100vh + 40px); } }
  @keyframes cover { from { opacity: 0; } }
  @keyframes come { from { opacity: 0; translate: var(--way); } }
  @keyframes go { to { opacity: 0; translate: calc(-1 * var(--way)); } }
`;

// A constructed sheet, which the content security policy does not restrict.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);
