import {
  type Key,
  PublishRefusedError,
  readKeys,
  readKnownKeys,
  type SignedRequest,
  unknownKey,
  verifySignature,
} from '@portfolio/releases/access/index.ts';
import { DatabaseAwayError, DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { limitFailures, limitRequests } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';

/** The signer of a request, and the request. */
export interface Signer {
  keyId: string;
  key: Key;
  request: SignedRequest;
}

/** A response whose `locals` collect what is verified. */
export type PublishResponse = Response<unknown, Partial<Signer>>;

/** Whether the site has such a key. Another machine may have added it a moment ago. */
async function hasKey(store: Store, isWanted: (key: Key) => boolean): Promise<boolean> {
  if (readKnownKeys(store).some(isWanted)) return true;
  await store.shared.catchUp();
  return readKnownKeys(store).some(isWanted);
}

/** Skips the routes of publishing while the site has no key. */
export function onlyWithKeys(store: Store, log: Log): RequestHandler {
  return async (_request, _response, next) => {
    try {
      next((await hasKey(store, () => true)) ? undefined : 'router');
    } catch (error) {
      log.error({ reason: (error as Error).message }, 'Nothing can be published');
      next(error instanceof DatabaseError ? error : 'router');
    }
  };
}

/** Words a database's error for teams, without paths of this machine. */
export function sentenceOf(error: DatabaseError): string {
  return error instanceof DatabaseAwayError
    ? error.message
    : 'The store of the site cannot be changed at this moment, so nothing has changed. Try again in a minute, or tell the owner.';
}

/** A deploy that succeeds has no failed request. */
const failuresAMinute = 30;

/** Bounds guessing. Each process counts for itself, as a signature cannot be guessed anyway. */
export const limitAddresses = () =>
  limitFailures(failuresAMinute, {
    error: 'Too many requests of your address were refused. Try again in a minute.',
  });

/** Signed requests and commits of one key, which are logged. A CI that deploys every push needs fewer. */
const callsAMinute = 40;

/** Bounds the requests of a key; it counts only requests whose signature is verified. */
export const limitKeys = () =>
  limitRequests({
    limit: callsAMinute,
    keyGenerator: (_request, response) => String(response.locals.keyId),
    message: { error: 'This key sends too many requests. Try again in a minute.' },
  });

/** Signed requests that are received at a time; each takes up to 700 kB of memory. */
const mostAtOnce = 32;

/** Requests of one key that are received at a time. Key ids are no secret, so one must not block the others. */
const mostOfKey = 8;

/**
 * Bounds the requests that are received at a time.
 * @returns a check to call before a body is read; clients repeat requests after its PublishRefusedError
 */
export function boundArriving(most = Number.POSITIVE_INFINITY) {
  const arriving: string[] = [];
  return (keyId: string, response: Response): void => {
    const ofKey = arriving.filter((each) => each === keyId).length;
    if (arriving.length >= most || ofKey >= mostOfKey) {
      response.set('Retry-After', '1');
      throw new PublishRefusedError(503, 'Too many requests arrive at once. Try again.');
    }
    arriving.push(keyId);
    response.once('close', () => arriving.splice(arriving.indexOf(keyId), 1));
  };
}

/** Refuses unknown keys before a body is read, and bounds the bodies in memory. */
export function admitRequests(store: Store) {
  const admit = boundArriving(mostAtOnce);
  return async (request: Request, response: PublishResponse, next: NextFunction) => {
    const claimed = request.get('Portfolio-Key') ?? '';
    if (!(await hasKey(store, ({ id }) => id === claimed))) throw unknownKey(claimed);
    admit(claimed, response);
    next();
  };
}

/** Verifies the signature of a body before it is parsed. */
export function verifySigner(store: Store) {
  return async (request: Request, response: PublishResponse, next: NextFunction) => {
    const signed = {
      keyId: request.get('Portfolio-Key') ?? '',
      signature: request.get('Portfolio-Signature') ?? '',
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    const key = verifySignature(await readKeys(store), signed);
    Object.assign(response.locals, { key, keyId: key.id });
    next();
  };
}
