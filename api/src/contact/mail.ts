import { readFileSync } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage, type TextTree } from '@portfolio/contract/texts.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { type LiveSet, type Owner, readOwner } from '@portfolio/releases/live/live-set.ts';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Entry } from './outbox-table.ts';

/** The recipient of a mail, with the texts of the live shell; without a shell there are none. */
type Recipient = Partial<Owner> & { email: string; texts: TextTree };

/** How many connections one process keeps to the mail server. */
export const smtpConnections = 5;

/**
 * The options of nodemailer's pool.
 * @param url `smtp://` or `smtps://`
 * @param trusted a file with the certificate to trust in the place of the system's
 */
export function smtpOptions(url: string, trusted?: string) {
  const { hostname, protocol, username } = new URL(url);
  const hasCredentials = username !== '';
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return {
    url,
    pool: true as const,
    maxConnections: smtpConnections,
    // The pool retries only a mail of which no byte was sent, as the server had closed the idle
    // connection. The outbox makes all other retries.
    maxRequeues: 1,
    // Otherwise nodemailer sends without authentication to a server that offers no AUTH.
    forceAuth: hasCredentials,
    requireTLS: protocol === 'smtp:' && hasCredentials && !isOnThisMachine,
    // Debian's Postfix offers STARTTLS with a self-signed certificate, and nobody listens within a machine.
    tls: { rejectUnauthorized: !isOnThisMachine, ...(trusted && { ca: readFileSync(trusted) }) },
    // The outbox bounds the whole attempt: a server may scan a mail for long.
    connectionTimeout: 10_000,
  };
}

/** Makes a bounded line of a server's answer, as a terminal shows it in a table. */
export function inOneLine(answer: string): string {
  return answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Opens the way to the mail server; without SMTP_URL mails are written into a folder. */
export function openMailer(
  { SMTP_URL, SMTP_CA, MAIL_FROM, MAIL_TO, DATA_DIR }: Config,
  log: Log,
  live: Pick<LiveReleases, 'current'>,
) {
  const pool = SMTP_URL ? createTransport(smtpOptions(SMTP_URL, SMTP_CA)) : undefined;
  const folder = path.join(DATA_DIR, 'mail');
  if (!pool) log.info({ folder }, 'No SMTP_URL: mails are written into this folder.');

  return {
    pool,

    /** @returns the answer of the server */
    async send(entry: Entry, signal: AbortSignal): Promise<string> {
      const owner = await findRecipient(await live.current());
      const mail = composeMail(entry, MAIL_FROM, { ...owner, email: MAIL_TO ?? owner.email });
      if (!pool) return writeMail(folder, entry, mail);
      return (await pool.sendMail({ ...mail, signal })).response;
    },

    /** Logs the recipient if MAIL_TO is not set, and a mail server that cannot be used. */
    async logSetUp(): Promise<void> {
      if (!pool) return;
      const set = await live.current();
      const owner = set && (await readOwner(set).catch(() => undefined));
      const sentence = `Mails go to ${owner?.email ?? 'no address yet'}, as owner.json says: MAIL_TO is not set.`;
      if (!MAIL_TO) log.warn(sentence);
      await pool.verify().catch(({ message: reason }: Error) => {
        const advice = 'cannot be used: messages wait until it can. Is SMTP_URL right?';
        log.warn({ reason }, `The mail server ${URL.parse(SMTP_URL ?? '')?.host} ${advice}`);
      });
    },
  };
}

/** Whom messages reach; the owner's language may be none of the shell's. */
async function findRecipient(set: LiveSet | undefined): Promise<Recipient> {
  if (!set) return { email: 'owner@localhost', texts: {} };
  const owner = await readOwner(set);
  const language = set.texts.has(owner.language) ? owner.language : defaultLanguage;
  return { ...owner, language, texts: set.texts.get(language) ?? {} };
}

/** Writes a mail as a file. @returns what it did */
async function writeMail(folder: string, entry: Entry, mail: SendMailOptions) {
  const { message } = await composer.sendMail(mail);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${dayOf(entry)}-${entry.id}.eml`);
  // No reader of the folder finds a part of a mail.
  await writeFile(`${file}.tmp`, message, { mode: 0o600, flush: true });
  await rename(`${file}.tmp`, file);
  // The name is on the disk once the folder is.
  await using named = await open(folder);
  await named.sync();
  return `written to ${file}`;
}

/**
 * Composes the mail of a message: plain text, with the visitor in `Reply-To`. The Message-ID follows from text and
 * day, so that the recipient's server can drop a second copy, but not what a visitor writes again later. Addresses
 * are objects: nodemailer would split a text at a comma in a name.
 */
export function composeMail(
  entry: Pick<Entry, 'id' | 'message' | 'createdAt'>,
  from: string,
  recipient: Recipient,
): SendMailOptions {
  const { message, createdAt } = entry;
  const { name: site = 'Website', language, timeZone } = recipient;
  const say = wordsFor(recipient.texts, site);
  const addressed = {
    messageId: `<${entry.id}.${dayOf(entry)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    from: { name: inHeader(say('from') || site), address: from },
    to: { name: '', address: recipient.email },
  } as const;
  if (message.notice) {
    const subject = inHeader(`${site}: ${message.notice}`);
    return { ...addressed, subject, text: message.message };
  }
  const { email } = message;
  const name = inHeader(`${message.firstName} ${message.lastName}`);
  const who = name ? `${name} <${email}>` : email;
  const style = { dateStyle: 'full', timeStyle: 'long', timeZone } as const;
  const time = new Intl.DateTimeFormat(language, style).format(createdAt);
  // A local part outside ASCII needs servers with SMTPUTF8; nodemailer writes domains in ASCII.
  const address = /^[\x21-\x7e]+@/.test(email) ? email : undefined;
  const text = [
    say('wrote', { who, time }) || `${who}, ${time}:`,
    '',
    message.message.trim() || say('noText'),
    '',
    '-- ',
    say('reply'),
    address ? '' : say('noReply', { email }),
    '',
  ].join('\n');
  const subject = say('subject', { name: name || email }) || name || email;
  return {
    ...addressed,
    // Without a `Reply-To` the text contains the typed address.
    replyTo: address && { name, address },
    subject: inHeader(subject),
    text,
  };
}

const dayOf = ({ createdAt }: Pick<Entry, 'createdAt'>) => createdAt.toISOString().slice(0, 10);

/** One line for a header, without direction marks. `readMessage` has removed control characters. */
function inHeader(text: string): string {
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069\s]+/g, ' ').trim();
  // A mail program would decode an encoded word that a visitor typed as a name.
  return line.replaceAll('=?', '= ?');
}

/** Says words of the mails: the text below `mail`; `""` if the live shell has none. */
function wordsFor(texts: TextTree, site: string) {
  const { mail = {} } = texts as { mail?: Readonly<Record<string, string>> };
  return (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const all: Record<string, string> = { site, ...values };
    return (mail[key] ?? '').replaceAll(/\{(\w+)\}/g, (it, name) => all[name] ?? it);
  };
}
