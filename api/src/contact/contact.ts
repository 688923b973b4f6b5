import type { Database } from '@portfolio/releases/database/database.ts';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactCalls } from './contact-calls.ts';
import { limitSenders } from './limit-senders.ts';
import { noticeOf, openFolderTransport, openSmtpTransport } from './mail.ts';
import { type Recipient, unknownRecipient } from './mail-words.ts';
import { type Count, openOutbox, outboxSchema } from './outbox.ts';
import { startSender } from './sender.ts';
import { type Timings, usualTimings, within } from './timings.ts';

/** How long a count of the messages holds. */
const countAgainMs = 50;

/** The recipient while no shell is live. */
const noOwner = 'owner@localhost';

interface Given {
  timings?: Timings;
  database?: Database;
  /** Finds the owner in the live shell: the words of mails, and the address if MAIL_TO is not set. */
  findOwner?: () => Promise<Recipient | undefined>;
}

/** The contact form's part of the API. */
export type Contact = Awaited<ReturnType<typeof openContact>>;

/**
 * Validates, stores, sends and answers messages. A message is accepted once it is on disk, and retried until
 * the mail server accepts it. Opening works while the database or the mail server is down.
 */
export async function openContact(
  config: Config,
  log: Log,
  { timings = usualTimings, database: given, findOwner = async () => undefined }: Given = {},
) {
  const correspondents = async () => {
    const recipient = (await findOwner()) ?? unknownRecipient;
    const to = config.MAIL_TO ?? recipient.email ?? noOwner;
    return { from: config.MAIL_FROM, to, recipient };
  };
  const { SMTP_URL, SMTP_CA } = config;
  const transport = SMTP_URL
    ? openSmtpTransport({ SMTP_URL, SMTP_CA }, correspondents)
    : openFolderTransport(config.DATA_DIR, correspondents, log);
  const onWarning = (facts: object, message: string) => log.warn(facts, message);
  const stored = given ?? (await openDatabase(config, outboxSchema, onWarning));
  const outbox = openOutbox(stored);
  const sender = startSender(outbox, transport, { timings, log });
  const limit = config.RATE_LIMIT === 'off' ? null : limitSenders(stored, sender.find);
  // Concurrent requests wait for one count. While the database is down the counts are the last known ones.
  const counts = new LRUCache<'now', { store: 'ok' | 'down'; count: Count | undefined }>({
    max: 1,
    ttl: countAgainMs,
    fetchMethod: (_key, latest) =>
      outbox.count().then(
        (count) => ({ store: 'ok', count }),
        () => ({ store: 'down', count: latest?.count }),
      ),
  });

  return {
    ...contactCalls(sender.accept, limit, log),

    /** Accepts a message without HTTP. */
    accept: sender.accept,

    /** Mails a notice to the owner through the outbox. @throws NotAcceptedError */
    notify: (subject: string, text: string) => sender.accept(noticeOf(subject, text)),

    /** Logs the recipient if MAIL_TO is not set, and a mail server that cannot be used. */
    async logMailSetUp(): Promise<void> {
      const { MAIL_TO } = config;
      if (!SMTP_URL) return;
      if (!MAIL_TO) {
        const owner = await findOwner().catch(() => undefined);
        log.warn(
          `Mails go to ${owner?.email ?? 'no address yet'}, as owner.json says: MAIL_TO is not set.`,
        );
      }
      await transport.verify().catch(({ message: reason }: Error) => {
        const { host } = new URL(SMTP_URL);
        const sentence = 'cannot be used: messages wait until it can. Is SMTP_URL right?';
        log.warn({ reason }, `The mail server ${host} ${sentence}`);
      });
    },

    /** The outbox in `GET /healthz`. */
    async health() {
      const { store, count } = await counts.forceFetch('now');
      return {
        store,
        waiting: count?.waiting ?? 0,
        refused: count?.refused ?? 0,
        oldestWaitingSeconds: secondsSince(count?.oldestWaiting),
        lastRefusal: codeOf(count?.lastRefusal),
        ...sender.count(),
        transport: transport.kind,
      };
    },

    /** Finishes the mails in flight within a few seconds; a restarted process sends the others. */
    async close() {
      await sender.close();
      transport.close();
      await within(timings.shutdown, stored.close());
    },
  };
}

function secondsSince(time: number | null | undefined): number | null {
  return time ? Math.max(0, Math.round((Date.now() - time) / 1000)) : null;
}

/** Health is public; only the owner reads the whole answer, by `npx portfolio messages`. */
function codeOf(answer: string | null | undefined): string | null {
  return answer ? (/\b[245]\d\d\b/.exec(answer)?.[0] ?? 'no code') : null;
}
