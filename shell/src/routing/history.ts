import { create } from '@portfolio/kit';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
} from 'react-router-dom';

/** The one history of the frame and of all pages, which are rendered apart; without a browser it is in memory. */
export const history = globalThis.document
  ? createBrowserHistory({ v5Compat: true })
  : createMemoryHistory();

/** The open address, how the visitor came to it, and whether its page is still loading. */
export const useRoute = create(() => ({
  location: history.location,
  action: history.action,
  isPending: false,
}));
