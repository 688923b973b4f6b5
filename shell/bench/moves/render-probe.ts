/** What React did since the last reset. */
export interface Renders {
  commits: number;
  /** Components that rendered anywhere. */
  all: number;
  /** Components that rendered in the section, below `<main>`. */
  inSection: number;
}

declare global {
  var benchRenders: Renders;
}

/** The little of React's tree that is looked at. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** Runs in the page before React does, which tells the hook of its developer tools of each commit. */
export function watchRenders(): void {
  const renders: Renders = { commits: 0, all: 0, inSection: 0 };
  globalThis.benchRenders = renders;
  const performedWork = 1;

  /** Only what was walked through in this commit: below a component that was skipped, nothing was. */
  function count(fiber: Fiber, isInSection: boolean): void {
    const isBelow = isInSection || fiber.type === 'main';
    const isComponent = typeof fiber.type === 'function' || typeof fiber.type === 'object';
    if (fiber.type && isComponent && fiber.flags & performedWork) {
      renders.all += 1;
      if (isInSection) renders.inSection += 1;
    }
    if (fiber.alternate && fiber.child === fiber.alternate.child) return;
    for (let child = fiber.child; child; child = child.sibling) count(child, isBelow);
  }

  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      renderers: new Map(),
      supportsFiber: true,
      inject: () => 1,
      onScheduleFiberRoot: () => {},
      onCommitFiberUnmount: () => {},
      onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => {
        renders.commits += 1;
        count(current, false);
      },
    },
  });
}
