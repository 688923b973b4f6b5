/** Runs when the browser restores this page from its back-forward cache. */
export function onBackForwardRestore(act: () => unknown): () => void {
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', show);
  return () => removeEventListener('pageshow', show);
}
