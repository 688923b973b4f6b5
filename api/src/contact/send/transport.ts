import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Log } from '../../log.ts';

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

/** The mail server said no for good (5xx). With one fixed recipient that is a fault of the set-up. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** The mail server could not be reached, hung up, was too slow, or asked to come back (4xx). */
export class MailPostponedError extends Error {
  override name = 'MailPostponedError';
}

/** Writes every mail as `DATA_DIR/mail/<id>.eml`, for development and for a site without mail. */
export function openFolderTransport(dataDir: string, log: Log): Transport {
  const folder = path.join(dataDir, 'mail');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  log.info({ folder }, 'No SMTP_URL: mails are written into this folder.');
  return {
    kind: 'folder',
    async send(id, mail, signal) {
      try {
        const { message } = await composer.sendMail(mail);
        await mkdir(folder, { recursive: true });
        const file = path.join(folder, `${id}.eml`);
        await writeWhole(file, message as Buffer, signal);
        return `written to ${file}`;
      } catch (error) {
        throw new MailPostponedError((error as Error).message, { cause: error });
      }
    },
    close: () => composer.close(),
  };
}

/** A reader sees the whole file or none, also after a power cut. */
async function writeWhole(file: string, content: Buffer, signal: AbortSignal): Promise<void> {
  const unfinished = `${file}.part`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(content, { signal });
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
