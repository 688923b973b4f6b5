/**
 * Put before all scripts in development: every bundle brings its own React Refresh, and without the
 * browser's React tools only the shell's would find React (facebook/react#37410). This is the hook
 * those tools would have left.
 */
const refreshHook = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { const id = this.renderers.size + 1; this.renderers.set(id, renderer); return id; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`;

/** The document as `npm run dev` serves it. */
export function toDevDocument(html: string): string {
  return html.replace('<head>', `<head>\n    <script>${refreshHook}</script>`);
}
