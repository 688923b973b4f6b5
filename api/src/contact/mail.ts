import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { replaceFile } from '@portfolio/releases/contents/durable-files.ts';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Log } from '../log.ts';
import { type MailWords, mailWords, type Recipient } from './mail-words.ts';
import type { Entry } from './outbox.ts';
import type { ReceivedMessage } from './read-message.ts';

/** The sender's and the recipient's address. */
export type Correspondents = { from: string; to: string; recipient: Recipient };

/** Called for each mail: a deploy of the shell may change the recipient. */
export type FindCorrespondents = () => Promise<Correspondents>;

export type Transport = {
  kind: 'smtp' | 'folder';
  /**
   * Resolves with the last answer once the server has accepted the mail. Rejects when the server is
   * unreachable, disconnects, is too slow, or fails temporarily (4xx).
   * @throws MailRefusedError
   */
  send(entry: Entry, signal: AbortSignal): Promise<string>;
  /** Rejects with the reason why no mail can be sent now. */
  verify(): Promise<unknown>;
  close(): void;
};

/** The mail server refused a mail permanently (5xx). With one fixed recipient the set-up is wrong. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** How many connections one process keeps to the mail server. */
export const smtpConnections = 5;

const second = 1000;

/** Sends by SMTP over pooled connections. */
export function openSmtpTransport(
  { SMTP_URL, SMTP_CA }: { SMTP_URL: string; SMTP_CA?: string | undefined },
  correspondents: FindCorrespondents,
): Transport {
  const trusted = SMTP_CA && readFileSync(SMTP_CA);
  const pool = createTransport({ ...smtpOptions(SMTP_URL, trusted), pool: true });
  return {
    kind: 'smtp',
    async send(entry, signal) {
      try {
        const mail = composeMail(entry, await correspondents());
        const { response } = await pool.sendMail({ ...mail, signal });
        return tidy(response);
      } catch (error) {
        throw toMailError(error as Error);
      }
    },
    verify: () => pool.verify(),
    close: () => pool.close(),
  };
}

/**
 * The options of nodemailer's pool.
 * @param url `smtp://` or `smtps://`
 * @param trusted the certificate to trust in the place of the system's
 */
export function smtpOptions(url: string, trusted?: Buffer | '') {
  const { hostname, protocol, username } = new URL(url);
  const hasCredentials = username !== '';
  const isOnThisMachine = isLoopback(hostname);
  return {
    url,
    maxConnections: smtpConnections,
    // The pool retries only a mail of which no byte was sent, as the server had closed the idle
    // connection. The outbox makes all other retries.
    maxRequeues: 1,
    // Otherwise nodemailer sends without authentication to a server that offers no AUTH.
    forceAuth: hasCredentials,
    requireTLS: protocol === 'smtp:' && hasCredentials && !isOnThisMachine,
    // Debian's Postfix offers STARTTLS with a self-signed certificate, and nobody listens within a machine.
    tls: { rejectUnauthorized: !isOnThisMachine, ...(trusted && { ca: trusted }) },
    connectionTimeout: 10 * second,
    greetingTimeout: 30 * second,
    // Bounds silence: a server may scan a mail for long. The outbox bounds the whole attempt.
    socketTimeout: 90 * second,
  };
}

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return (
    hostname === 'localhost' || address === '::1' || (isIP(address) === 4 && /^127\./.test(address))
  );
}

function toMailError(error: Error & { code?: string; responseCode?: number }): Error {
  const answer = tidy(error.message);
  return (error.responseCode ?? 0) >= 500
    ? new MailRefusedError(answer, { cause: error })
    : new Error(answer, { cause: error });
}

/** Makes one bounded line of an answer, as a terminal shows it in a table. */
function tidy(answer: string): string {
  return answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

/** Writes every mail as `DATA_DIR/mail/<id>.eml`, for development and for a site without mail. */
export function openFolderTransport(
  dataDir: string,
  correspondents: FindCorrespondents,
  log: Log,
): Transport {
  const folder = path.join(dataDir, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.info({ folder }, 'No SMTP_URL: mails are written into this folder.');
  return {
    kind: 'folder',
    async send(entry) {
      const { message } = await composer.sendMail(composeMail(entry, await correspondents()));
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${entry.id}.eml`);
      await replaceFile(file, message as Buffer, 0o600);
      return `written to ${file}`;
    },
    verify: async () => {},
    close: () => composer.close(),
  };
}

/** A notice of the site to its owner, stored in the outbox like a message. */
export interface Notice extends ReceivedMessage {
  subject: string;
}

/**
 * A notice without a visitor. It has all fields of a message: during an update a process of the previous
 * version may send it.
 */
export function noticeOf(subject: string, text: string): Notice {
  return { firstName: '', lastName: '', email: '', website: false, message: text, subject };
}

/** Visitors cannot send a notice: `readMessage` drops other fields of a body. */
export function isNotice(message: ReceivedMessage): message is Notice {
  return 'subject' in message;
}

/**
 * Composes the mail of a message: plain text, with the visitor in `Reply-To`. The Message-ID is a hash of text
 * and day, so that the recipient's server can drop a second copy, even one from another machine while the
 * database is down. Addresses are objects: nodemailer would split a text at a comma in a name.
 */
export function composeMail(
  { hash, message, createdAt }: Pick<Entry, 'hash' | 'message' | 'createdAt'>,
  { from, to, recipient }: Correspondents,
): SendMailOptions {
  const words = mailWords(recipient);
  const addressed = {
    messageId: `<${markOf(hash, createdAt)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    envelope: { from, to },
    from: { name: oneLine(words.say('from') || recipient.site), address: from },
    to: { name: '', address: to },
    // Quoted-printable keeps long lines as they were written, without format=flowed.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  if (isNotice(message))
    return {
      ...addressed,
      subject: oneLine(`${recipient.site}: ${message.subject}`),
      text: message.message,
    };
  const name = oneLine(`${message.firstName} ${message.lastName}`);
  const { email } = message;
  const mark = message.website ? words.say('spam') : '';
  const subject = words.say('subject', { name: name || email }) || name || email;
  const address = asciiAddress(email);
  // Without a `Reply-To` the text contains the typed address.
  const replyTo = address && { name: name || email, address };
  return {
    ...addressed,
    replyTo,
    subject: oneLine(`${mark} ${subject}`),
    text: composeText(message, name, createdAt, words),
  };
}

/** The day makes another ID for an equal message that a visitor writes after the first is forgotten. */
function markOf(hash: string, createdAt: Date): string {
  const day = createdAt.toISOString().slice(0, 10);
  return createHash('sha256').update(`${day} ${hash}`).digest('hex').slice(0, 32);
}

function composeText(
  { email, message, website, language }: ReceivedMessage,
  name: string,
  createdAt: Date,
  words: MailWords,
): string {
  const who = name ? `${isolated(name)} <${email}>` : email;
  const time = words.time(createdAt);
  const notes = [
    words.say('reply'),
    asciiAddress(email) ? '' : words.say('noReply', { email }),
    language ? words.say('language', { language: words.languageName(language) }) : '',
    website ? words.say('honeypot') : '',
  ];
  return [
    words.say('wrote', { who, time }) || `${who}, ${time}:`,
    '',
    isolated(message.trim()) || words.say('noText'),
    '',
    '-- ',
    ...notes.filter(Boolean),
    '',
  ].join('\n');
}

/**
 * Isolates each line that has right-to-left letters: a mail program would order all lines by the first letter
 * of the mail.
 */
function isolated(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => (fromRight.test(line) ? `\u2068${line}\u2069` : line)).join('\n');
}

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** One line for a header, without direction marks. `readMessage` has removed control characters. */
function oneLine(text: string): string {
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069\s]+/g, ' ').trim();
  // A mail program would decode an encoded word that a visitor typed as a name.
  return line.replaceAll('=?', '= ?');
}

const plainAddress = /^[\x21-\x7e]+@(?:[\w-]{1,63}\.)+[\w-]{2,63}$/;

/**
 * The form of an address for a header, with its domain in ASCII. Undefined for an invalid domain and for a
 * local part outside ASCII, which needs a server with SMTPUTF8.
 */
function asciiAddress(email: string): string | undefined {
  const end = email.lastIndexOf('@') + 1;
  const address = email.slice(0, end) + domainToASCII(email.slice(end));
  return plainAddress.test(address) ? address : undefined;
}
