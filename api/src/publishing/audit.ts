import type { Server } from 'node:http';
import {
  type AuditEntry,
  appendAudit,
  type Deed,
  type Key,
  type Statement,
} from '@portfolio/releases/access/index.ts';
import { noteUnseenMoves, type Unseen } from '@portfolio/releases/ledger/audit-log.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { ErrorRequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import { refusalOf } from './refusals.ts';

/** The statement of a request whose signature was verified. */
export interface Signer {
  keyId: string;
  statement: Statement;
}

/** An answer with what is known of its request. */
export type PublishResponse = Response<unknown, Partial<Signer & { key: Key }>>;

/** Refusals that are logged in an hour, for each key and for all requests without one together. */
const refusalsAnHour = 100;
const hourMs = 3_600_000;
const mostKeys = 1000;
const mostReason = 1000;

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
    ...(live ? { from: live } : {}),
    counter,
  };
}

/** The log of the owner, for one site. */
export function openAudit(store: Store, log: Log) {
  /** By key, and for all without one together: how many were refused in this hour. */
  const refused = new LRUCache<string, { hour: number; count: number }>({ max: mostKeys });

  /** @throws when it cannot be written: an action that cannot be logged is not done */
  async function write(
    signer: Signer,
    outcome: AuditEntry['outcome'],
    more: object = {},
  ): Promise<void> {
    await appendAudit(store, { ...deedOf(signer), outcome, ...more });
  }

  async function refuse(
    { keyId, statement }: Partial<Signer>,
    claimed: string,
    reason: string,
  ): Promise<void> {
    const count = countOf(keyId && statement ? keyId : '');
    if (count > refusalsAnHour) return;
    const more = count === refusalsAnHour ? ' (No more of this hour is written down.)' : '';
    const what = { outcome: 'refused', reason: reason.slice(0, mostReason) + more } as const;
    if (keyId && statement) await appendAudit(store, { ...deedOf({ keyId, statement }), ...what });
    else await appendAudit(store, { key: keyId ?? `"${claimed}"`, did: 'publish', ...what });
  }

  function countOf(key: string): number {
    const hour = Math.floor(Date.now() / hourMs);
    const known = refused.get(key);
    const now = { hour, count: known?.hour === hour ? known.count + 1 : 1 };
    refused.set(key, now);
    return now.count;
  }

  /** Logs a refusal, and passes it on to be answered. */
  const refusals: ErrorRequestHandler = async (error, request, response: PublishResponse, next) => {
    const refusal = refusalOf(error);
    // An upload that breaks off is no refusal.
    const isStatement = request.method === 'POST';
    try {
      const claimed = String(request.get('Portfolio-Key') ?? '').replace(/[^0-9a-f]/g, '');
      if (refusal && isStatement)
        await refuse(response.locals, claimed.slice(0, 16), refusal.message);
    } catch (fault) {
      log.error({ reason: String(fault) }, 'A refusal could not be written down');
    }
    next(error);
  };
  return { write, refusals };
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
