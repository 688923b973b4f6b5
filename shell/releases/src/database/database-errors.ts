import { DatabaseAwayError } from '../database-away.ts';
import { ReleaseRefusedError } from '../release-errors.ts';

/** The connection was lost between the word that it counts and the answer. */
class UnknownOutcomeError extends ReleaseRefusedError {
  override name = 'UnknownOutcomeError';
}

/** Of PostgreSQL's codes those that say it cannot work now: connection, shutdown, time, standby, too many. */
const away = /^(08|57P|57014|25006|25P03|53300|53400|3D000|28)/;
const notInTime = '55P03';

/** Of the system's those of a network; a full disk is one of this machine's own. */
const network =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)$/;

/** One factory per case. */
export const refuseDatabase = {
  away: (reason: string) =>
    new DatabaseAwayError(
      `The database cannot be asked (${reason}), so nothing has changed. Pages are served meanwhile; try again when DATABASE_URL answers.`,
    ),
  unknownOutcome: (name: string, reason: string) =>
    new UnknownOutcomeError(
      `The database went away while ${name} was being changed (${reason}), so it is not known whether that counted. \`npm run releases\` shows what is live; doing the same once more does no harm.`,
    ),
  locked: (name: string) =>
    new ReleaseRefusedError(
      `Another machine has been changing ${name} for half a minute. Wait until it is done, and try again. If it was cut off, the database takes the lock from it within a minute.`,
    ),
  overtaken: (name: string) =>
    new ReleaseRefusedError(
      `Somebody else changed ${name} at this very moment, and nothing of yours counted. Look with \`npm run releases\`, and try again.`,
    ),
};

/** Tells what the owner can mend from a defect, which is thrown as it is. */
export function explain(error: unknown, name = ''): unknown {
  if (error instanceof ReleaseRefusedError) return error;
  const { code, message } = error as { code?: string; message?: string };
  if (code === notInTime) return refuseDatabase.locked(name);
  return isAway(error) ? refuseDatabase.away(reasonOf(message)) : error;
}

/** Whether an error is one of the line to the database, or of a server that does not work now. */
export function isAway(error: unknown): boolean {
  const { code = '', severity, message = '' } = error as Record<string, string>;
  if (severity) return away.test(code);
  return network.test(code) || lost.test(message);
}

/** What node-postgres says of a connection, without a code. */
const lost =
  /^(Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client (has encountered|was closed|is not)|the server is a standby|The server does not support|Cannot use a pool)/;

function reasonOf(message: string | undefined): string {
  return message?.split('\n')[0] || 'no answer';
}
