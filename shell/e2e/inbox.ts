import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** The owner's mailbox: a real SMTP server whose mails can be read. */
export interface Inbox {
  smtpUrl: string;
  /** Every mail so far. */
  mails: readonly ParsedMail[];
  /** The next mail that has not been read yet; waits for it. */
  nextMail(): Promise<ParsedMail>;
  /** Answers every mail with this SMTP code (such as 451 or 550) until it is given nothing. */
  answerWith(code?: number): void;
  close(): Promise<void>;
}

export async function openInbox(): Promise<Inbox> {
  const mails: ParsedMail[] = [];
  const arrivals = new EventTarget();
  let refusal: number | undefined;
  let read = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      simpleParser(stream).then((mail) => {
        if (refusal) {
          callback(Object.assign(new Error('Not now'), { responseCode: refusal }));
          return;
        }
        mails.push(mail);
        callback();
        arrivals.dispatchEvent(new Event('mail'));
      }, callback);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    async nextMail() {
      while (mails.length <= read) await once(arrivals, 'mail');
      read += 1;
      return mails[read - 1] as ParsedMail;
    },
    answerWith(code) {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
