import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { fsync } from '@portfolio/releases/contents/durable-files.ts';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Log } from '../log.ts';
import { type MailWords, mailWords, type Recipient } from './mail-words.ts';
import type { Entry } from './outbox.ts';
import type { ReceivedMessage } from './read-message.ts';

/** Where mails come from and go to. */
export type Correspondents = { from: string; to: string; recipient: Recipient };

/** Asked for each mail: who gets it may be said by what is live. */
export type FindCorrespondents = () => Promise<Correspondents>;

/** A way out for messages. */
export type Transport = {
  kind: 'smtp' | 'folder';
  /**
   * Resolves with the last answer once the other side has taken the mail for good. Rejects when it could
   * not be reached, hung up, was too slow, or asked to come back (4xx).
   * @throws MailRefusedError
   */
  send(entry: Entry, signal: AbortSignal): Promise<string>;
  /** Rejects with the reason when no mail could be sent now. */
  verify(): Promise<unknown>;
  close(): void;
};

/** The mail server said no for good (5xx). With one fixed recipient that is a fault of the set-up. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** How many connections one process keeps to the mail server, and so how many mails are underway. */
export const smtpConnections = 5;

const second = 1000;

/** The mail server of `smtp://` or `smtps://`, over connections that are kept and used again. */
export function openSmtpTransport(url: string, correspondents: FindCorrespondents): Transport {
  const pool = createTransport({ ...smtpOptions(url), pool: true });
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

/** The pool's options. */
export function smtpOptions(url: string) {
  const { hostname, protocol, username } = new URL(url);
  const hasCredentials = username !== '';
  return {
    url,
    maxConnections: smtpConnections,
    // Only a mail of which not one byte was sent is tried again by the pool: on a connection the
    // server had closed while idle. All other retries are the outbox's.
    maxRequeues: 1,
    // Without it a server that offers no AUTH gets the mail unauthenticated, silently.
    forceAuth: hasCredentials,
    requireTLS: protocol === 'smtp:' && hasCredentials && !isLoopback(hostname),
    connectionTimeout: 10 * second,
    greetingTimeout: 30 * second,
    // Silence, not duration: a server may scan a mail for long; the outbox bounds the whole attempt.
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

/** What a server says goes into a table on a terminal: one line, no control characters, bounded. */
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
    async send(entry, signal) {
      const { message } = await composer.sendMail(composeMail(entry, await correspondents()));
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${entry.id}.eml`);
      // A reader sees the whole file or none, also after a power cut.
      const unfinished = `${file}.part`;
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true, signal });
      await rename(unfinished, file);
      await fsync(folder);
      return `written to ${file}`;
    },
    verify: async () => {},
    close: () => composer.close(),
  };
}

/** A notice of the site to its owner; it goes through the same outbox. */
export interface Notice extends ReceivedMessage {
  subject: string;
}

/**
 * It names no visitor. It has all that a message has: during an update a process of the version before
 * may be the one that sends it.
 */
export function noticeOf(subject: string, text: string): Notice {
  return { firstName: '', lastName: '', email: '', website: false, message: text, subject };
}

/** No visitor can make one: what else a body holds than a message's own texts is left out. */
export function isNotice(message: ReceivedMessage): message is Notice {
  return 'subject' in message;
}

/**
 * The mail that brings a message to the owner: plain text, answered to the visitor by "reply".
 * Its Message-ID is made of what was written and of the day, so that the receiving side can drop a
 * second copy, also of another machine: without their store two cannot know of each other.
 * Addresses are objects, never texts to be parsed: a comma in a name would make two of them.
 */
export function composeMail(
  { hash, message, createdAt }: Pick<Entry, 'hash' | 'message' | 'createdAt'>,
  { from, to, recipient }: Correspondents,
): SendMailOptions {
  const words = mailWords(recipient);
  const sender = words.say('from') || recipient.site;
  const addressed = {
    messageId: `<${markOf(hash, createdAt)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: createdAt,
    envelope: { from, to },
    to: { name: '', address: to },
    // Quoted-printable keeps long lines as they were written, without format=flowed.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  if (isNotice(message))
    return {
      ...addressed,
      from: { name: oneLine(sender), address: from },
      subject: oneLine(`${recipient.site}: ${message.subject}`),
      text: message.message,
    };
  const name = oneLine(`${message.firstName} ${message.lastName}`);
  const { email } = message;
  const mark = message.website ? words.say('spam') : '';
  const subject = words.say('subject', { name: name || email }) || name || email;
  const address = asciiAddress(email);
  // Without one the text has what the visitor typed.
  const replyTo = address && { name: name || email, address };
  return {
    ...addressed,
    from: { name: oneLine(sender), address: from },
    replyTo,
    subject: oneLine(`${mark} ${subject}`),
    text: composeText(message, name, createdAt, words),
  };
}

/** The same message after it is forgotten was written on another day. */
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
 * Lines with letters that are written from right to left, each in the order of its own first letter: a mail
 * program would order all of them by the first one of the mail.
 */
function isolated(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => (fromRight.test(line) ? `\u2068${line}\u2069` : line)).join('\n');
}

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** One line for a header: nothing that turns the direction of the text; control characters are gone already. */
function oneLine(text: string): string {
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069\s]+/g, ' ').trim();
  // Typed as a name it would stand in the header as it is, and be read as what it encodes.
  return line.replaceAll('=?', '= ?');
}

const plainAddress = /^[\x21-\x7e]+@(?:[\w-]{1,63}\.)+[\w-]{2,63}$/;

/**
 * What stands in a header. A local part outside ASCII needs a mail server that speaks SMTPUTF8; a domain
 * has an ASCII form, unless it is none. Nothing where there is no such form.
 */
function asciiAddress(email: string): string | undefined {
  const end = email.lastIndexOf('@') + 1;
  const address = email.slice(0, end) + domainToASCII(email.slice(end));
  return plainAddress.test(address) ? address : undefined;
}
