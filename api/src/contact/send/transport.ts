import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { fsync } from '@portfolio/releases/folder/files.ts';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Log } from '../../log.ts';

/** A way out for mails. */
export type Transport = {
  kind: 'smtp' | 'folder';
  /**
   * Resolves with the last answer once the other side has taken the mail for good. Rejects when it could
   * not be reached, hung up, was too slow, or asked to come back (4xx).
   * @throws MailRefusedError
   */
  send(id: string, mail: SendMailOptions, signal: AbortSignal): Promise<string>;
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
export function openSmtpTransport(url: string): Transport {
  const pool = createTransport({ ...smtpOptions(url), pool: true });
  return {
    kind: 'smtp',
    async send(_id, mail, signal) {
      try {
        const { response } = await pool.sendMail({ ...mail, signal });
        return tidy(response);
      } catch (error) {
        throw toMailError(error as Error);
      }
    },
    close: () => pool.close(),
  };
}

/** The pool's options; parameters of the URL (`?name=…`) are nodemailer's own and win. */
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
export function openFolderTransport(dataDir: string, log: Log): Transport {
  const folder = path.join(dataDir, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.info({ folder }, 'No SMTP_URL: mails are written into this folder.');
  return {
    kind: 'folder',
    async send(id, mail, signal) {
      const { message } = await composer.sendMail(mail);
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${id}.eml`);
      // A reader sees the whole file or none, also after a power cut.
      const unfinished = `${file}.part`;
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true, signal });
      await rename(unfinished, file);
      await fsync(folder);
      return `written to ${file}`;
    },
    close: () => composer.close(),
  };
}
