import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactCalls } from './contact-calls.ts';
import { composeMail, type Recipient, smtpOptions, writeMail } from './mail.ts';
import { type Count, type Entry, openOutbox } from './outbox.ts';
import { hashMessage } from './read-message.ts';
import { startSender, usualTimings, within } from './sender.ts';

/** The contact form's part of the API. */
export type Contact = Awaited<ReturnType<typeof openContact>>;

/**
 * Validates, stores, sends and answers messages. Opening works while the database or the mail server is down.
 * @param findOwner in the live shell: the words of mails, and the address if MAIL_TO is not set
 */
export async function openContact(
  config: Config,
  log: Log,
  findOwner: () => Promise<Recipient | undefined>,
  timings = usualTimings,
) {
  const { SMTP_URL, SMTP_CA, MAIL_FROM: from, MAIL_TO } = config;
  const pool = SMTP_URL ? createTransport(smtpOptions(SMTP_URL, SMTP_CA)) : undefined;
  const folder = path.join(config.DATA_DIR, 'mail');
  if (!pool) log.info({ folder }, 'No SMTP_URL: mails are written into this folder.');
  // For each attempt anew: a deploy of the shell may change its words and its recipient.
  const send = async (entry: Entry, signal: AbortSignal) => {
    const owner = await findOwner();
    const email = MAIL_TO ?? owner?.email ?? 'owner@localhost';
    const mail = composeMail(entry, from, { ...owner, email });
    if (!pool) return writeMail(folder, entry, mail);
    return (await pool.sendMail({ ...mail, signal })).response;
  };
  const outbox = await openOutbox(config);
  const sender = startSender(outbox, send, { timings, log });
  let known = { waiting: 0, refused: 0, oldestWaitingSeconds: null, lastRefusal: null } as Count;

  return {
    ...contactCalls(sender.accept, config, log),

    /** Mails a notice to the owner through the outbox. @returns its id @throws RefusedRequestError */
    async notify(notice: string, text: string): Promise<string> {
      const message = { firstName: '', lastName: '', email: '', message: text, notice };
      await sender.accept(message);
      return hashMessage(message);
    },

    /** Logs the recipient if MAIL_TO is not set, and a mail server that cannot be used. */
    async logMailSetUp(): Promise<void> {
      const owner = await findOwner().catch(() => undefined);
      const sentence = `Mails go to ${owner?.email ?? 'no address yet'}, as owner.json says: MAIL_TO is not set.`;
      if (pool && !MAIL_TO) log.warn(sentence);
      await pool?.verify().catch(({ message: reason }: Error) => {
        const advice = 'cannot be used: messages wait until it can. Is SMTP_URL right?';
        log.warn({ reason }, `The mail server ${URL.parse(SMTP_URL ?? '')?.host} ${advice}`);
      });
    },

    /** The outbox in `GET /healthz`; while the database is down with the last counts. */
    async health() {
      const count = await outbox.count().catch(() => undefined);
      known = count ?? known;
      const { lastRefusal } = known;
      return {
        store: count ? 'ok' : 'down',
        ...known,
        // Health is public; only the owner reads the whole answer, by `npx portfolio messages`.
        lastRefusal: lastRefusal && (/\b[245]\d\d\b/.exec(lastRefusal)?.[0] ?? 'no code'),
        ...sender.count(),
        transport: pool ? 'smtp' : 'folder',
      };
    },

    /** Finishes the mails in flight within a few seconds; a restarted process sends the others. */
    async close() {
      await sender.close();
      pool?.close();
      await within(timings.shutdown, outbox.close());
    },
  };
}
