/**
 * The watchdog loads the document with the shell before by a parameter (`?without=shell@…`), which is removed
 * from the address of the visitor.
 */
export function restoreAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('without')) return;
  address.searchParams.delete('without');
  history.replaceState(history.state, '', address);
}
