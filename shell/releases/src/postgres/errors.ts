import { ReleaseRefusedError } from '../release/errors.ts';

/** The database of several machines cannot be asked now; pages are served all the same. */
export class DatabaseAwayError extends ReleaseRefusedError {
  override name = 'DatabaseAwayError';
}

/** Of PostgreSQL's codes those that say it cannot work now, or not for whom DATABASE_URL names. */
const away = /^(08|28|3D000|42501|42P01|42703|25006|25P03|53|57P|57014|58|XX00[12])/;
const notInTime = '55P03';

/** One factory per case. */
export const refuseDatabase = {
  away: (reason: string, advice: string) =>
    new DatabaseAwayError(
      `The database cannot be asked (${reason}), so nothing has changed. Pages are served meanwhile. ${advice}`,
    ),
  /** The connection was lost between `COMMIT` and its answer. */
  unknownOutcome: (name: string, reason: string) =>
    new ReleaseRefusedError(
      `The database went away while ${name} was being changed (${reason}), so it is not known whether that counted. \`npm run releases\` shows what is live; doing the same once more does no harm.`,
    ),
  /** `COMMIT` was answered with a roll-back. */
  takenBack: (name: string) =>
    new ReleaseRefusedError(
      `The database took back what was done to ${name}, because a part of it had failed, so nothing has changed. Try again; PostgreSQL's own log says which part that was.`,
    ),
  locked: (name: string) =>
    new ReleaseRefusedError(
      `Another machine has been changing ${name} for half a minute. Wait until it is done, and try again. If it was cut off, the database takes the lock from it within a minute.`,
    ),
};

/** Turns errors that the owner can mend into sentences; any other is thrown as it is. */
export function explain(error: unknown, name = ''): unknown {
  if (error instanceof ReleaseRefusedError) return error;
  const { code } = error as { code?: string };
  if (code === notInTime) return refuseDatabase.locked(name);
  if (!isAway(error)) return error;
  return Object.assign(refuseDatabase.away(reasonOf(error), adviceFor(error)), { cause: error });
}

/** Why the database cannot be asked, and what to do about it; nothing for another error. */
export function faultOfDatabase(explained: unknown): string | undefined {
  const error = explained instanceof DatabaseAwayError ? explained.cause : explained;
  return isAway(error) ? `(${reasonOf(error)}). ${adviceFor(error)}` : undefined;
}

/** Whether the connection to the database failed, or its server does not work now. */
export function isAway(error: unknown): boolean {
  const { code = '', severity, message = '' } = error as Record<string, string>;
  if (severity) return away.test(code);
  return network.test(code) || lost.test(message);
}

/** What node-postgres says of a connection, without a code. */
const lost =
  /^(Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (has encountered|was closed|is not)|the server is a standby|The server does not support|There was an error establishing an SSL|Cannot use a pool)/;

/** For a name with several addresses Node.js reports only the code. */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return message.split('\n')[0] || code || 'no answer';
}

/** Of the system's codes those of a network and of TLS; a full disk is one of this machine's own. */
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;

const addressOf = 'Correct host and port in DATABASE_URL, or start the server there.';
const certificate =
  "Name the server's certificate in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem, and the host by the name that stands in it.";

/** By the start of PostgreSQL's or the system's code or, without a code, of the message. */
const advice: readonly [RegExp, string][] = [
  [
    /^28.*no encryption/,
    'Add sslmode=verify-full to DATABASE_URL, or let this machine in (pg_hba.conf).',
  ],
  [/^28/, 'Correct user and password in DATABASE_URL, or let this machine in (pg_hba.conf).'],
  [/^3D000/, 'Create that database, or correct its name in DATABASE_URL.'],
  [/^42501/, 'Make the user in DATABASE_URL the owner of the database, or name its owner there.'],
  [
    /^42(P01|703)/,
    'Its tables are those of another version: bring all machines to the same one, and start them again.',
  ],
  [
    /^(25006| the server is a standby)/,
    'Name the primary in DATABASE_URL, or all servers with commas between them.',
  ],
  [/^53(300|400)/, 'Raise its max_connections, or put a pool in front of it.'],
  [/^(53|58|XX)/, 'Its disk is full or broken: look after that, and try again.'],
  [
    /^ (The server does not support|There was an error establishing an) SSL/,
    'Take sslmode out of DATABASE_URL, or switch ssl on in PostgreSQL.',
  ],
  [/^(\w*CERT|UNABLE_TO|ERR_TLS)/, certificate],
  [
    /^(ERR_SSL|EPROTO)/,
    'No TLS of PostgreSQL is spoken there. Correct host and port in DATABASE_URL.',
  ],
  [/^(ECONNREFUSED|ENOTFOUND|E(HOST|NET)UNREACH)/, addressOf],
];

/** What an owner can do about a database that cannot be asked, as a sentence. */
function adviceFor(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const said = `${code} ${message}`;
  return advice.find(([what]) => what.test(said))?.[1] ?? 'Try again when DATABASE_URL answers.';
}
