import { openDatabase } from '@portfolio/releases/ledger/database.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactRouter, timeoutMs } from './answer/contact-router.ts';
import { limitSenders } from './answer/limit-senders.ts';
import { plainForm } from './answer/plain-form.ts';
import { openIntake } from './intake.ts';
import { composeMail, noticeOf } from './send/compose-mail.ts';
import { openSender } from './send/sender.ts';
import { inProportion, usualTimings, within } from './send/timings.ts';
import { openFolderTransport, openSmtpTransport, smtpConnections } from './send/transport.ts';
import { startWorker } from './send/worker.ts';
import { openOverview } from './store/overview.ts';
import { openRepository, outboxSchema } from './store/repository.ts';

/** More than connections, so that none waits for the store. */
const room = 4 * smtpConnections;

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

  const repository = openRepository(database);
  const sender = openSender(
    repository,
    (entry, signal) => transport.send(entry.id, composeMail(entry, correspondents), signal),
    { room, timings, log },
  );
  const worker = startWorker(repository, sender, { timings, log });
  const intake = openIntake({ repository, sender, worker, timings, log });
  const limit = config.RATE_LIMIT === 'off' ? null : limitSenders(database, intake.knows);
  const overview = openOverview(database);
  let lastCount: Awaited<ReturnType<typeof overview.count>> | undefined;
  const count = inProportion(() => overview.count().catch(() => undefined));

  return {
    /** Answers `POST /api/contact`, reading of the body and all errors included. */
    router: contactRouter(intake.accept, limit, log),

    /** Takes the form of a page without script; the page is made elsewhere. */
    form: plainForm(intake.accept, { limit, timeoutMs, log }),

    /** Takes a message in without HTTP. */
    accept: intake.accept,

    /** Tells the owner something, by the same outbox. @throws NotAcceptedError */
    notify: (subject: string, text: string) => intake.accept(noticeOf(subject, text), timeoutMs),

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
        underway: sender.underway().length,
        unmarked: sender.unmarked(),
        transport: transport.kind,
      };
    },

    /** Finishes the mails in flight, for a few seconds at most; the rest is sent after a restart. */
    async close() {
      await within(timings.shutdown, Promise.all([worker.stop(), intake.close()]));
      await within(timings.shutdown, Promise.all(sender.underway()));
      await within(
        timings.shutdown,
        sender.markAll().catch(({ message }) => log.error({ reason: message }, 'Not marked.')),
      );
      transport.close();
      await within(timings.shutdown, database.close());
    },
  };
}

function secondsSince(time: Date | null | undefined): number | null {
  return time ? Math.round((Date.now() - time.getTime()) / 1000) : null;
}

/** Health is public, the mail server's words are the owner's: `npm run messages`. */
function codeOf(answer: string | null | undefined): string | null {
  return answer ? (/\b[245]\d\d\b/.exec(answer)?.[0] ?? 'no code') : null;
}
