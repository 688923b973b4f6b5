import {
  PublishRefusedError,
  readKeys,
  readKnownKeys,
  readStatement,
  refusePublish,
  refuseUnlessOpened,
  verifySignature,
} from '@portfolio/releases/access/index.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { NextFunction, Request } from 'express';
import type { PublishResponse } from './audit.ts';

/** Statements that are received at a time: each takes up to 700 kB of memory until it has arrived. */
const mostAtOnce = 32;

/** So many of them in the name of one key: its id is no secret, and another's is no reason to wait. */
const mostOfKey = 8;

/** Refuses what names no key of this site before its body is read, and bounds the bodies in memory. */
export function admitStatements(store: Store) {
  const received: string[] = [];
  return async (request: Request, response: PublishResponse, next: NextFunction) => {
    const claimed = request.get('Portfolio-Key') ?? '';
    if (!(await readKnownKeys(store)).some(({ id }) => id === claimed))
      throw refusePublish.unknownKey(claimed.slice(0, 16).replace(/[^\w]/g, '?'));
    const ofKey = received.filter((each) => each === claimed).length;
    if (received.length >= mostAtOnce || ofKey >= mostOfKey) {
      response.set('Retry-After', '1');
      throw new PublishRefusedError(503, 'Too many statements arrive at once. Try again.');
    }
    received.push(claimed);
    response.once('close', () => received.splice(received.indexOf(claimed), 1));
    next();
  };
}

/** Finds out who signed what came, and reads nothing of it. */
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

/** Reads what was signed, for this site; what is refused from here on is logged with it. */
export function readSigned(publicUrl: string | undefined) {
  const site = publicUrl && new URL(publicUrl).origin;
  return ({ body }: Request, { locals }: PublishResponse, next: NextFunction) => {
    const statement = readStatement(body);
    locals.statement = statement;
    if (!locals.key) throw new TypeError('A statement is read after its signature was verified.');
    refuseUnlessOpened(locals.key, statement, { site });
    next();
  };
}
