import type { Log } from '../store/store.ts';
import type { OpenStore } from './open-store.ts';

/** The store that several machines share, and this machine's copy of it. */
export function openSharedStore(_dataDir: string, _url: string, _log: Log): OpenStore {
  throw new TypeError('Comes with the follower.');
}
