import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { contactCalls } from './contact-calls.ts';
import { composeMail, openFolderTransport, openSmtpTransport, type Recipient } from './mail.ts';
import { type Entry, openOutbox } from './outbox.ts';
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
  const compose = async (entry: Entry) => {
    const owner = await findOwner();
    const email = MAIL_TO ?? owner?.email ?? 'owner@localhost';
    return composeMail(entry, from, { ...owner, email });
  };
  const transport = SMTP_URL
    ? openSmtpTransport({ SMTP_URL, SMTP_CA }, compose)
    : openFolderTransport(config.DATA_DIR, compose, log);
  const outbox = await openOutbox(config);
  const sender = startSender(outbox, transport, { timings, log });
  let lastCount: Awaited<ReturnType<typeof outbox.count>>;

  return {
    ...contactCalls(sender, config, log),

    /** Mails a notice to the owner through the outbox. @returns its id @throws NotAcceptedError */
    async notify(notice: string, text: string): Promise<string> {
      const message = { firstName: '', lastName: '', email: '', message: text, notice };
      await sender.accept(message);
      return hashMessage(message);
    },

    /** Logs the recipient if MAIL_TO is not set, and a mail server that cannot be used. */
    async logMailSetUp(): Promise<void> {
      if (!SMTP_URL) return;
      const owner = await findOwner().catch(() => undefined);
      const sentence = `Mails go to ${owner?.email ?? 'no address yet'}, as owner.json says: MAIL_TO is not set.`;
      if (!MAIL_TO) log.warn(sentence);
      await transport.verify?.().catch(({ message: reason }: Error) => {
        const { host } = new URL(SMTP_URL);
        const advice = 'cannot be used: messages wait until it can. Is SMTP_URL right?';
        log.warn({ reason }, `The mail server ${host} ${advice}`);
      });
    },

    /** The outbox in `GET /healthz`; while the database is down with the last counts. */
    async health() {
      const count = await outbox.count().catch(() => undefined);
      lastCount = count ?? lastCount;
      const { waiting = 0, refused = 0, oldest, lastRefusal } = lastCount ?? {};
      const waited = oldest ? Math.round((Date.now() - oldest) / 1000) : null;
      return {
        store: count ? 'ok' : 'down',
        waiting,
        refused,
        oldestWaitingSeconds: waited && Math.max(0, waited),
        // Health is public; only the owner reads the whole answer, by `npx portfolio messages`.
        lastRefusal: lastRefusal ? (/\b[245]\d\d\b/.exec(lastRefusal)?.[0] ?? 'no code') : null,
        ...sender.count(),
        transport: SMTP_URL ? 'smtp' : 'folder',
      };
    },

    /** Finishes the mails in flight within a few seconds; a restarted process sends the others. */
    async close() {
      await sender.close();
      transport.close();
      await within(timings.shutdown, outbox.close());
    },
  };
}
