import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** How the server treats the next mails: a code is its answer to the recipient. */
export type Behaviour =
  | 'accept'
  | 'drop in DATA'
  | 'drop before 250'
  | 'hang'
  | 'slow'
  | 450
  | 451
  | 550;

export type ReceivedMail = { raw: string; messageId: string };

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>;

/** A real SMTP server on loopback whose manners can be changed while it runs. */
export async function startSmtpPeer(options: { port?: number; login?: [string, string] } = {}) {
  const { login } = options;
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const peer = {
    mails,
    url: '',
    port: 0,
    /** How many there were at the same moment. */
    mostConnections: 0,
    /** A function is asked once a mail. */
    behaviour: 'accept' as Behaviour | (() => Behaviour),
    stop,
  };
  const chosen = new Map<string, Behaviour>();

  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !login,
    logger: false,
    // It would ask the name server of this machine about every connection.
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.[0] && password === login?.[1];
      if (isRight) done(null, { user: username ?? '' });
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
    },
    onRcptTo(_address, session, done) {
      const behaviour = typeof peer.behaviour === 'function' ? peer.behaviour() : peer.behaviour;
      chosen.set(session.id, behaviour);
      if (typeof behaviour !== 'number') return done();
      const text = behaviour === 550 ? 'No such user' : 'Greylisted, come back later';
      done(Object.assign(new Error(text), { responseCode: behaviour }));
    },
    onData: (stream, session, done) => {
      // A client that is killed in the middle of its mail is what some tests are about.
      receive(stream, session).then((isTaken) => isTaken && done(), done);
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    peer.mostConnections = Math.max(peer.mostConnections, sockets.size);
    socket.on('close', () => sockets.delete(socket));
  });

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const behaviour = chosen.get(session.id) ?? 'accept';
    const socket = [...sockets].find(({ remotePort }) => remotePort === session.remotePort);
    if (behaviour === 'drop in DATA') {
      stream.resume();
      socket?.destroy();
      return false;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 500));
    if (behaviour === 'hang') return false;
    mails.push({ raw, messageId: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '' });
    if (behaviour === 'drop before 250') {
      socket?.destroy();
      return false;
    }
    return true;
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(resolve));
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  peer.port = (server.server.address() as AddressInfo).port;
  peer.url = `smtp://${login ? `${login.join(':')}@` : ''}127.0.0.1:${peer.port}`;
  return peer;
}
