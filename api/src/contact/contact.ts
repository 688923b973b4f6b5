import type { Database } from '@portfolio/releases/database/database.ts';
import { openDatabase } from '@portfolio/releases/database/open-database.ts';
import type { Config } from '../config.ts';
import { inSpareTime } from '../http/send.ts';
import type { Log } from '../log.ts';
import { contactCalls } from './contact-calls.ts';
import { limitSenders } from './limit-senders.ts';
import { noticeOf, openFolderTransport, openSmtpTransport } from './mail.ts';
import { type Recipient, unknownRecipient } from './mail-words.ts';
import { openOutbox, outboxSchema } from './outbox.ts';
import { startSender } from './sender.ts';
import { type Timings, usualTimings, within } from './timings.ts';

/** A database that was away is seen again after this time. */
const longestRestMs = 2000;

/** Nothing is live yet that says whose site it is. */
const noOwner = 'owner@localhost';

/** What the contact form's side is given by the API, or by a test. */
interface Given {
  timings?: Timings;
  database?: Database;
  /** Whose site it is, as what is live says: the words of mails, and the address for a site without MAIL_TO. */
  findOwner?: () => Promise<Recipient | undefined>;
}

/** The contact form's side of the API. */
export type Contact = Awaited<ReturnType<typeof openContact>>;

/**
 * Validates, stores, sends and answers messages. One is accepted when it is on disk, and retried until
 * the mail server takes it. Opening works while the store or the mail server is down.
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
  const transport = config.SMTP_URL
    ? openSmtpTransport(config.SMTP_URL, correspondents)
    : openFolderTransport(config.DATA_DIR, correspondents, log);
  const onWarning = (facts: object, message: string) => log.warn(facts, message);
  const stored = given ?? (await openDatabase(config, outboxSchema, onWarning));
  const outbox = openOutbox(stored);
  const sender = startSender(outbox, transport, { timings, log });
  const limit = config.RATE_LIMIT === 'off' ? null : limitSenders(stored, sender.find);
  const spare = inSpareTime(longestRestMs);
  let store: 'ok' | 'down' = 'ok';
  let count: Awaited<ReturnType<typeof outbox.count>>;
  let counting = Promise.resolve();

  async function countNow(): Promise<void> {
    try {
      count = await outbox.count();
      store = 'ok';
    } catch {
      store = 'down';
    }
  }

  return {
    ...contactCalls(sender.accept, limit, log),

    /** Takes a message in without HTTP. */
    accept: sender.accept,

    /** Tells the owner something, by the same outbox. @throws NotAcceptedError */
    notify: (subject: string, text: string) => sender.accept(noticeOf(subject, text)),

    /** Says what no visitor would: a mail server that takes nothing, and who gets mails where no setting says it. */
    async logMailSetUp(): Promise<void> {
      const { SMTP_URL, MAIL_TO } = config;
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

    /** What `GET /healthz` says of the outbox. While the store is down the counts are the last known. */
    async health() {
      const start = () => {
        counting = countNow();
        return counting;
      };
      await spare(start);
      // Requests that come meanwhile wait for the same.
      await counting;
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

    /** Finishes the mails in flight, for a few seconds at most; the rest is sent after a restart. */
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

/** Health is public, the mail server's words are the owner's: `npm run messages`. */
function codeOf(answer: string | null | undefined): string | null {
  return answer ? (/\b[245]\d\d\b/.exec(answer)?.[0] ?? 'no code') : null;
}
