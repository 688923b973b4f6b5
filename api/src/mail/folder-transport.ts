import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.ts';
import { MailPostponedError } from './mail-errors.ts';
import type { Transport } from './transport.ts';

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
