import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, EnvironmentError, readConfig } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { type Listed, type Overview, openOverview } from '../src/outbox/overview.ts';
import { outboxTables } from '../src/outbox/statements.ts';
import { openStore } from '../src/outbox/store.ts';

/** `npm run messages`: what visitors wrote and what became of it; `-- retry <id>` sends it now. */
const usage = 'Use "npm run messages" for the table or "npm run messages -- retry <id>".';

/** The table ends somewhere; what is not sent comes first in it. */
const mostRows = 200;

/** Something the person at the terminal can put right; its message says how. */
class WrongUseError extends Error {
  override name = 'WrongUseError';
}

try {
  await run(process.argv.slice(2), readConfig(process.env));
} catch (error) {
  const isExpected = error instanceof WrongUseError || error instanceof EnvironmentError;
  console.error(isExpected ? error.message : storeFault(error as Error));
  process.exitCode = 1;
}

async function run(words: string[], config: Config): Promise<void> {
  const [verb, id, ...more] = words;
  if (verb !== undefined && verb !== 'retry') {
    throw new WrongUseError(`There is no "${verb}" here. ${usage}`);
  }
  if (verb === 'retry' && (!id || more.length > 0)) {
    throw new WrongUseError(`Say which one message to retry, by its id. ${usage}`);
  }
  const hasStore = config.DATABASE_URL || existsSync(path.join(config.DATA_DIR, 'outbox.sqlite'));
  if (!hasStore && !id) return console.log('No messages yet.');
  const store = openStore(config, outboxTables, createLog('silent'));
  try {
    const overview = openOverview(store);
    console.log(id ? await retry(overview, id) : toTable(await overview.list(mostRows)));
  } finally {
    await store.close();
  }
}

async function retry(overview: Overview, id: string): Promise<string> {
  const isDue = await overview.retry(id);
  if (isDue) {
    return `Message ${id} is due now: it is sent within seconds, or when the site is started.`;
  }
  const found = await overview.findById(id);
  if (!found) {
    throw new WrongUseError(`There is no message ${id}. "npm run messages" shows all ids.`);
  }
  throw new WrongUseError(
    found.state === 'sent'
      ? `Message ${id} is sent already, ${age(found.sentAt ?? found.createdAt)} ago: nothing to retry.`
      : `Message ${id} is just being sent. Look again in a few minutes.`,
  );
}

function toTable(messages: Listed[]): string {
  if (messages.length === 0) return 'No messages yet.';
  const head = ['id', 'age', 'state', 'attempts', 'from', 'last answer'];
  const rows = [head, ...messages.map(toRow)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toRow(listed: Listed): string[] {
  const { id, createdAt, state, isInHand, attempts, message, lastAnswer } = listed;
  const from = message ? `${message.firstName} ${message.lastName} <${message.email}>`.trim() : '';
  const shown = isInHand ? `${state}, being sent` : state;
  return [id, age(createdAt), shown, String(attempts), from, lastAnswer ?? ''];
}

function age(since: Date): string {
  const minutes = Math.floor((Date.now() - since.getTime()) / 60_000);
  if (minutes < 1) return '< 1 min';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

function storeFault(error: Error): string {
  return `The outbox cannot be read: ${error.message}. Are DATA_DIR and DATABASE_URL those of the site?`;
}
