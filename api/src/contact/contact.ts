import { openDatabase } from '@portfolio/releases/ledger/database.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactCalls } from './contact-calls.ts';
import { openIntake } from './intake.ts';
import { limitSenders } from './limit-senders.ts';
import { openOutbox, outboxSchema } from './outbox.ts';
import { composeMail, noticeOf } from './send/compose-mail.ts';
import { startSender } from './send/sender.ts';
import { usualTimings, within } from './send/timings.ts';
import { openFolderTransport, openSmtpTransport } from './send/transport.ts';

/** The contact form's side of the API. */
export type Contact = ReturnType<typeof openContact>;

/**
 * Validates, stores, sends and answers messages. One is accepted when it is on disk, and retried until
 * the mail server takes it. Opening works while the store or the mail server is down.
 */
export function openContact(
  config: Config,
  log: Log,
  timings = usualTimings,
  database = openDatabase(config, outboxSchema, (facts, message) => log.warn(facts, message)),
) {
  const transport = config.SMTP_URL
    ? openSmtpTransport(config.SMTP_URL)
    : openFolderTransport(config.DATA_DIR, log);
  const correspondents = { from: config.MAIL_FROM, to: config.MAIL_TO };

  const outbox = openOutbox(database);
  const sender = startSender(
    outbox,
    (entry, signal) => transport.send(entry.id, composeMail(entry, correspondents), signal),
    { timings, log },
  );
  const intake = openIntake(outbox, sender, timings, log);
  const limit = config.RATE_LIMIT === 'off' ? null : limitSenders(database, intake.knows);
  let lastCount: Awaited<ReturnType<typeof outbox.count>> | undefined;
  const count = inProportion(() => outbox.count().catch(() => undefined));

  return {
    ...contactCalls(intake.accept, limit, log),

    /** Takes a message in without HTTP. */
    accept: intake.accept,

    /** Tells the owner something, by the same outbox. @throws NotAcceptedError */
    notify: (subject: string, text: string) => intake.accept(noticeOf(subject, text)),

    /** What `GET /healthz` says of the outbox. While the store is down the counts are the last known. */
    async health() {
      const counted = await count();
      lastCount = counted ?? lastCount;
      return {
        store: counted ? ('ok' as const) : ('down' as const),
        waiting: lastCount?.waiting ?? 0,
        refused: lastCount?.refused ?? 0,
        oldestWaitingSeconds: secondsSince(lastCount?.oldestWaiting),
        lastRefusal: codeOf(lastCount?.lastRefusal),
        ...sender.count(),
        transport: transport.kind,
      };
    },

    /** Finishes the mails in flight, for a few seconds at most; the rest is sent after a restart. */
    async close() {
      await within(timings.shutdown, Promise.all([sender.stop(), intake.close()]));
      await sender.finish();
      transport.close();
      await within(timings.shutdown, database.close());
    },
  };
}

/** A count takes a twentieth of the time at most: a cheap one is always fresh. */
const pause = 20;

/** A statement that finds nothing to count takes so long on a slow disk. */
const quickMs = 5;

/** A database that was away is seen again after this time. */
const longestMs = 2000;

/** Shares a result among the calls that come meanwhile and, when it took long, soon after. */
function inProportion<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let latest: Promise<Result> | undefined;
  return () => {
    if (latest) return latest;
    const start = performance.now();
    latest = ask().finally(() => {
      const slowMs = Math.max(0, performance.now() - start - quickMs);
      const restMs = Math.min(longestMs, pause * slowMs);
      setTimeout(() => {
        latest = undefined;
      }, restMs).unref();
    });
    return latest;
  };
}

function secondsSince(time: number | null | undefined): number | null {
  return time ? Math.round((Date.now() - time) / 1000) : null;
}

/** Health is public, the mail server's words are the owner's: `npm run messages`. */
function codeOf(answer: string | null | undefined): string | null {
  return answer ? (/\b[245]\d\d\b/.exec(answer)?.[0] ?? 'no code') : null;
}
