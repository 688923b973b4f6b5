import { useEffect } from 'react';

/**
 * Gives what is open an entry of its own in the browser's history, so that Back closes it and
 * nothing else.
 * @returns what closes it in every other way.
 */
export function useCloseByBack(onClose: () => void): () => void {
  useEffect(() => {
    // The router's own part of the state stays, so that for the router nothing has happened.
    if (!history.state?.isOpen) history.pushState({ ...history.state, isOpen: true }, '');
    addEventListener('popstate', onClose);
    return () => removeEventListener('popstate', onClose);
  }, [onClose]);
  return () => history.back();
}
