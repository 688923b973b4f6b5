import type { Router } from 'express';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { smtpConnections } from '../mail/smtp-transport.ts';
import { openTransport } from '../mail/transport.ts';
import { type Outbox, openOutbox } from '../outbox/outbox.ts';
import { type Pace, steadyPace } from '../outbox/pace.ts';
import { outboxTables } from '../outbox/statements.ts';
import { openStore } from '../outbox/store.ts';
import { within } from '../outbox/within.ts';
import { contactRouter } from './contact-router.ts';
import { limitSenders } from './limit-senders.ts';
import { rateTables } from './rate-store.ts';

/** More than connections, so that none waits for the store (32 visitors: 711 mails/s, not 453). */
const mailsAtHand = 4 * smtpConnections;

/** The contact form's side of the API. */
export type Contact = {
  /** Answers `POST /api/contact`, reading of the body and all errors included. */
  router: Router;
  health(): Promise<ContactHealth>;
  /** Finishes the mails in flight, for a few seconds at most; the rest is sent after a restart. */
  close(): Promise<void>;
};

/** What `GET /healthz` says of the outbox. */
export type ContactHealth = Awaited<ReturnType<Outbox['health']>> & {
  transport: 'smtp' | 'folder';
};

/** Opens outbox, mail and router. A store or a mail server that is down is no reason to fail. */
export async function openContact(
  config: Config,
  log: Log,
  pace: Pace = steadyPace,
): Promise<Contact> {
  const store = openStore(config, [...outboxTables, ...rateTables], log);
  const transport = openTransport(config, log);
  const correspondents = { from: config.MAIL_FROM, to: config.MAIL_TO };
  const outbox = openOutbox(
    store,
    (entry, signal) => transport.send(entry.id, composeMail(entry, correspondents), signal),
    { room: mailsAtHand, pace, log },
  );
  const limit = config.RATE_LIMIT === 'off' ? null : limitSenders(store, outbox);
  return {
    router: contactRouter(outbox, limit, log),
    async health() {
      const { lastRefusal, ...health } = await outbox.health();
      return { ...health, lastRefusal: withoutAddresses(lastRefusal), transport: transport.kind };
    },
    async close() {
      await outbox.close();
      transport.close();
      await within(pace.farewell, store.close());
    },
  };
}

/** Health is shown to anybody, and mail servers like to repeat whom they refuse. */
function withoutAddresses(answer: string | null): string | null {
  return answer?.replace(/[^\s<>:]+@[^\s<>:]+/g, '…') ?? null;
}
