import {
  readKeys,
  readStatement,
  refuseUnlessOpened,
  verifySignature,
} from '@portfolio/releases/access/index.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { NextFunction, Request } from 'express';
import type { PublishResponse } from './write-down.ts';

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

/** Reads what was signed, for this site; what is refused from here on is written down with it. */
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
