/** Of the system's codes those of a network and of TLS; a full disk is one of this machine's own. */
export const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|(DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;

const addressOf = 'Correct host and port in DATABASE_URL, or start the server there.';
const certificate =
  "Name the server's certificate in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem, and the host by the name that stands in it.";

/** By the beginning of PostgreSQL's or the system's code, or of what is said where there is none. */
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
export function whatToDo(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const said = `${code} ${message}`;
  return advice.find(([what]) => what.test(said))?.[1] ?? 'Try again when DATABASE_URL answers.';
}
