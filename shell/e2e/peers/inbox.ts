import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** The owner's mailbox: a real SMTP server whose mails can be read. */
export interface Inbox {
  smtpUrl: string;
  /** Every mail so far. */
  mails: readonly ParsedMail[];
  /** Answers every mail with this SMTP code (such as 451 or 550) until it is given nothing. */
  answerWith(code?: number): void;
  close(): Promise<void>;
}

/** Opens it on a free port. */
export async function openInbox(): Promise<Inbox> {
  const mails: ParsedMail[] = [];
  let refusal: number | undefined;
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
      }, callback);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    answerWith(code) {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
