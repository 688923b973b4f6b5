// Defines the hook that React Refresh needs, as the browser's React tools would.
{
  /** @typedef {{ [name: string]: unknown, renderers: Map<number, unknown> }} ReactHook */

  /** @type {{ __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReactHook }} */
  const page = /** @type {any} */ (globalThis);
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
    renderers: new Map(),
    supportsFiber: true,
    /**
     * @this {ReactHook}
     * @param {unknown} renderer
     */
    inject(renderer) {
      const id = this.renderers.size + 1;
      this.renderers.set(id, renderer);
      return id;
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  };
}
