import {
  type AuditEntry,
  appendAudit,
  type Key,
  type Statement,
} from '@portfolio/releases/access/index.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import type { ErrorRequestHandler, Response } from 'express';
import type { Log } from '../log.ts';
import { refusalOf } from './refusals.ts';

/** What a request is about, once it is known who signed it. */
export interface Signer {
  keyId: string;
  statement: Statement;
}

/** An answer with what is known of its request. */
export type PublishResponse = Response<unknown, Partial<Signer & { key: Key }>>;

/** Refusals of strangers that are written down in an hour: the log is not theirs to fill. */
const strangersAnHour = 100;

/** The log of the owner, for one site. */
export function openAudit(store: Store, log: Log) {
  let strangers = { hour: 0, count: 0 };

  /** @throws when it cannot be written: what cannot be written down is not done */
  async function write(
    { keyId, statement }: Signer,
    outcome: AuditEntry['outcome'],
    more: object = {},
  ): Promise<void> {
    const { does, section, release, counter, live } = statement;
    const isPreview = does === 'publish' && statement.isPreview;
    await appendAudit(store, {
      key: keyId,
      did: isPreview ? 'publish a preview' : does,
      outcome,
      section,
      release,
      ...(live ? { from: live } : {}),
      counter,
      ...more,
    });
  }

  async function refuse(
    { keyId, statement }: Partial<Signer>,
    claimed: string,
    reason: string,
  ): Promise<void> {
    if (keyId && statement) {
      await write({ keyId, statement }, 'refused', { reason });
      return;
    }
    const hour = Math.floor(Date.now() / 3_600_000);
    if (strangers.hour !== hour) strangers = { hour, count: 0 };
    strangers.count += 1;
    if (strangers.count > strangersAnHour) return;
    const key = keyId ?? `"${claimed}"`;
    await appendAudit(store, { key, did: 'publish', outcome: 'refused', reason });
  }

  /** Writes down what is refused, and lets it be answered. */
  const refusals: ErrorRequestHandler = async (error, request, response: PublishResponse, next) => {
    const refusal = refusalOf(error);
    // Where a file broke off is no refusal.
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
