import type { SendMailOptions } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { openFolderTransport } from './folder-transport.ts';
import { openSmtpTransport } from './smtp-transport.ts';

/** A way out for mails. */
export type Transport = {
  kind: 'smtp' | 'folder';
  /**
   * Resolves with the last answer once the other side has taken the mail for good.
   * @throws MailRefusedError or MailPostponedError
   */
  send(id: string, mail: SendMailOptions, signal: AbortSignal): Promise<string>;
  close(): void;
};

/** The mail server SMTP_URL names; without one a folder under DATA_DIR takes the mails. */
export function openTransport(config: Config, log: Log): Transport {
  return config.SMTP_URL
    ? openSmtpTransport(config.SMTP_URL)
    : openFolderTransport(config.DATA_DIR, log);
}
