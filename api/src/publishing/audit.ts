import type { Server } from 'node:http';
import type { AuditEntry, Deed, Key, Statement } from '@portfolio/releases/access/index.ts';
import { noteUnseenMoves, type Unseen } from '@portfolio/releases/ledger/audit-log.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { Response } from 'express';
import type { Log } from '../log.ts';

/** The statement of a request whose signature was verified. */
export interface Signer {
  keyId: string;
  statement: Statement;
}

/** Whose signature was verified. */
export interface Verified {
  keyId: string;
  key: Key;
}

/** An answer with what is known of its request. */
export type PublishResponse = Response<unknown, Partial<Signer & Verified>>;

/** Who did what, by their statement. */
export function deedOf({ keyId, statement }: Signer): Deed & Pick<AuditEntry, 'did'> {
  const { does, section, counter } = statement;
  if (does === 'list') return { key: keyId, did: does, section, counter };
  const { release, live } = statement;
  const isPreview = does === 'publish' && statement.isPreview;
  return {
    key: keyId,
    did: isPreview ? 'publish a preview' : does,
    section,
    release,
    from: live ?? undefined,
    counter,
  };
}

/** The server logs what a team did that may write its folder alone. */
const noteMovesEveryMs = 10_000;

/** Adds to the log what became live by a file, until the server is closed. */
export function noteMovesUntilClosed(server: Server, store: Store, log: Log): void {
  let unseen: Unseen = new Map();
  let isTold = false;
  const timer = setInterval(async () => {
    try {
      unseen = await noteUnseenMoves(store, unseen);
      isTold = false;
    } catch (error) {
      // Once, and not every time.
      if (!isTold) log.error({ reason: (error as Error).message }, 'The log cannot be written');
      isTold = true;
    }
  }, noteMovesEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
