import { readKnownKeys } from '@portfolio/releases/access/index.ts';
import { DatabaseAwayError } from '@portfolio/releases/postgres/errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { RequestHandler } from 'express';
import type { Log } from '../log.ts';

/** Without any key these calls do not exist. */
export function onlyWithKeys(store: Store, log: Log): RequestHandler {
  return async (_request, response, next) => {
    const keys = await readKnownKeys(store).catch((error: Error) => {
      log.error({ reason: error.message }, 'Nothing can be published');
      return error instanceof DatabaseAwayError ? error : [];
    });
    if (keys instanceof DatabaseAwayError) {
      response.set('Retry-After', '10').status(503).json({ error: keys.message });
      return;
    }
    next(keys.length > 0 ? undefined : 'router');
  };
}
