import { readKeys } from '@portfolio/releases/publishing';
import type { Store } from '@portfolio/releases/store.ts';
import type { RequestHandler } from 'express';
import type { Log } from '../log.ts';

/** Without a key nobody is told that there are such calls. */
export function onlyWithKeys(store: Store, log: Log): RequestHandler {
  return async (_request, _response, next) => {
    const keys = await readKeys(store).catch((error: Error) => {
      log.error({ reason: error.message }, 'Nobody can publish');
      return [];
    });
    next(keys.length > 0 ? undefined : 'router');
  };
}
