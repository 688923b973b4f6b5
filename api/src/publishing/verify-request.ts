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

/** Whose signature was verified, and what was signed. */
export interface Signer {
  keyId: string;
  key: Key;
  request: SignedRequest;
}

/** An answer with what is known of its request. */
export type PublishResponse = Response<unknown, Partial<Signer>>;

/** Whether the site has such a key; it may have been added on another machine a moment ago. */
async function hasKey(store: Store, isWanted: (key: Key) => boolean): Promise<boolean> {
  if (readKnownKeys(store).some(isWanted)) return true;
  await store.shared.catchUp();
  return readKnownKeys(store).some(isWanted);
}

/** Without any key these calls do not exist. */
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

/** What a database says to others than the owner, who has the log: nothing of this machine's paths. */
export function sentenceOf(error: DatabaseError): string {
  return error instanceof DatabaseAwayError
    ? error.message
    : 'The store of the site cannot be changed at this moment, so nothing has changed. Try again in a minute, or tell the owner.';
}

/** Tries of one address that fail; a deploy that goes well has none, however many files it sends. */
const failuresAMinute = 30;

/** Bounds guessing. Counting per process is enough beside a signature. */
export const limitAddresses = () =>
  limitFailures(failuresAMinute, {
    error: 'Too much was refused from your address. Try again in a minute.',
  });

/** Signed requests and commits of one key, each a line of the log: a CI that deploys every push needs less. */
const callsAMinute = 40;

/** Bounds what one key can ask for; it counts only what the key has really signed. */
export const limitKeys = () =>
  limitRequests({
    limit: callsAMinute,
    keyGenerator: (_request, response) => String(response.locals.keyId),
    message: { error: 'This key asks for too much. Try again in a minute.' },
  });

/** Signed requests that are received at a time: each takes up to 700 kB of memory until it has arrived. */
const mostAtOnce = 32;

/** Requests of one key that are received at a time. Key ids are no secret: one must not delay the others. */
const mostOfKey = 8;

/**
 * Bounds the requests that are received at a time, by the key that they name.
 * @returns is called before a body is read, and throws a PublishRefusedError, which clients repeat
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

/** Refuses what names no key of this site before its body is read, and bounds the bodies in memory. */
export function admitRequests(store: Store) {
  const admit = boundArriving(mostAtOnce);
  return async (request: Request, response: PublishResponse, next: NextFunction) => {
    const claimed = request.get('Portfolio-Key') ?? '';
    if (!(await hasKey(store, ({ id }) => id === claimed))) throw unknownKey(claimed);
    admit(claimed, response);
    next();
  };
}

/** Verifies the signature of what came, before it is parsed. */
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
