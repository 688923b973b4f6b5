/** Acts whenever the browser shows this page again, which it kept as it was: back and forward do. */
export function onBackForwardRestore(act: () => unknown): () => void {
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act();
  };
  addEventListener('pageshow', show);
  return () => removeEventListener('pageshow', show);
}
