import { openDatabase } from '@portfolio/releases/database/database.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactCalls, hashMessage } from './contact-calls.ts';
import { openMailer } from './mail.ts';
import { startOutbox, usualTimings, within } from './outbox.ts';
import { type Count, countMessages, outboxSchema } from './outbox-table.ts';

/** The contact form's part of the API. */
export type Contact = Awaited<ReturnType<typeof openContact>>;

/**
 * Validates, stores, sends and answers messages. Opening works while the database or the mail server is down.
 * @param live the shell has the words of mails, and the address if MAIL_TO is not set
 */
export async function openContact(
  config: Config,
  log: Log,
  live: Pick<LiveReleases, 'current'>,
  timings = usualTimings,
) {
  const mailer = openMailer(config, log, live);
  const database = await openDatabase(config, outboxSchema);
  const outbox = startOutbox(database, mailer.send, { timings, log });
  let known: Count = { waiting: 0, refused: 0, oldestWaitingSeconds: null, lastRefusal: null };

  return {
    ...contactCalls(outbox.storeAndSend, config, log),

    logMailSetUp: mailer.logSetUp,

    /** Mails a notice to the owner through the outbox. @returns its id @throws RefusedError */
    async notify(notice: string, text: string): Promise<string> {
      const message = { firstName: '', lastName: '', email: '', message: text, notice };
      await outbox.storeAndSend(message);
      return hashMessage(message);
    },

    /** The outbox in `GET /healthz`; while the database is down with the last counts. */
    async health() {
      const count = await countMessages(database).catch(() => undefined);
      known = count ?? known;
      const { lastRefusal } = known;
      return {
        store: count ? 'ok' : 'down',
        ...known,
        // Health is public; only the owner reads the whole answer, by `npx portfolio messages`.
        lastRefusal: lastRefusal && (/\b[245]\d\d\b/.exec(lastRefusal)?.[0] ?? 'no code'),
        ...outbox.count(),
        transport: mailer.pool ? 'smtp' : 'folder',
      };
    },

    /** Finishes the mails in flight within a few seconds; a restarted process sends the others. */
    async close() {
      await outbox.close();
      mailer.pool?.close();
      await within(timings.shutdown, database.close());
    },
  };
}
