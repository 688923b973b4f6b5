import { lazy, type PropsWithChildren, type ReactElement, Suspense } from 'react';

interface Props {
  /** The key path of the tooltip's text. */
  path: string;
  children: ReactElement;
}

// What it explains works at once, the tooltip a moment later (measured: it weighs 17 kB); without
// it, should the file be lost, the explained thing goes on working.
const WithTooltip = lazy(() =>
  import('./with-tooltip.tsx').then(
    (m) => ({ default: m.WithTooltip }),
    () => ({ default: ({ children }: PropsWithChildren<{ path: string }>) => <>{children}</> }),
  ),
);

/** Explains a link or a button on hover and focus. */
export function Tooltip({ path, children }: Props) {
  return (
    <Suspense fallback={children}>
      <WithTooltip path={path}>{children}</WithTooltip>
    </Suspense>
  );
}
