import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { stopLater } from './stop-later.ts';

/** How the server treats mails; a code is its answer to RCPT TO. */
export type Behaviour = 'accept' | 'drop in DATA' | 'drop before 250' | 'hang' | 'slow' | 451 | 550;

/** A key and its self-signed certificate for the addresses of this machine. */
export const certificateFile = path.join(import.meta.dirname, '../certificate.pem');

interface Options {
  /** Offers STARTTLS with the self-signed certificate. */
  hasTls?: boolean;
  /** The only accepted name and password. */
  login?: [string, string];
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** Starts a real SMTP server on loopback whose behaviour can be changed. */
export async function startSmtpServer({ login, hasTls = false }: Options = {}) {
  const mails: (ParsedMail & { raw: string })[] = [];
  const sockets = new Set<Socket>();
  const mailServer = {
    mails,
    url: '',
    mostConnections: 0,
    /** A function is called for each mail. */
    behaviour: 'accept' as Behaviour | (() => Behaviour),
    stop,
  };
  const chosen = new Map<string, Behaviour>();

  const certificate = readFileSync(certificateFile);
  const server = new SMTPServer({
    key: certificate,
    cert: certificate,
    disabledCommands: [...(hasTls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !login,
    logger: false,
    // Otherwise the server asks the machine's name server about every connection.
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.[0] && password === login?.[1];
      if (isRight) done(null, { user: username ?? '' });
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
    },
    onRcptTo(_address, session, done) {
      const behaviour =
        typeof mailServer.behaviour === 'function' ? mailServer.behaviour() : mailServer.behaviour;
      chosen.set(session.id, behaviour);
      if (typeof behaviour !== 'number') return done();
      const reason = behaviour === 550 ? 'No such user' : 'Greylisted, come back later';
      done(Object.assign(new Error(reason), { responseCode: behaviour }));
    },
    onData: (stream, session, done) => {
      // Some tests kill a client in the middle of its mail, so errors are expected.
      receive(stream, chosen.get(session.id)).then((isTaken) => isTaken && done(), done);
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    mailServer.mostConnections = Math.max(mailServer.mostConnections, sockets.size);
    socket.on('close', () => sockets.delete(socket));
  });

  function hangUp(): false {
    for (const socket of sockets) socket.destroy();
    return false;
  }

  async function receive(stream: SMTPServerDataStream, behaviour?: Behaviour) {
    if (behaviour === 'drop in DATA') {
      stream.resume();
      return hangUp();
    }
    const raw = await text(stream);
    if (behaviour === 'slow') await sleep(500);
    if (behaviour === 'hang') return false;
    mails.push({ ...(await simpleParser(raw)), raw });
    return behaviour === 'drop before 250' ? hangUp() : true;
  }

  async function stop(): Promise<void> {
    hangUp();
    await new Promise<void>((resolve) => server.close(resolve));
  }

  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  mailServer.url = `smtp://${login ? `${login.join(':')}@` : ''}127.0.0.1:${port}`;
  return stopLater(mailServer);
}
