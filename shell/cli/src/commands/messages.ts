import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '@portfolio/api/config.ts';
import { createLog } from '@portfolio/api/log.ts';
import { type Overview, openOverview } from '@portfolio/api/outbox/overview.ts';
import { outboxTables } from '@portfolio/api/outbox/statements.ts';
import { openStore } from '@portfolio/api/outbox/store.ts';
import { ageOf } from '@portfolio/contract';
import { toTable } from './messages-table.ts';
import { runCommand, WrongUseError } from './run-command.ts';

const usage = 'Use "npm run messages" for the table or "npm run messages -- retry <id>".';

/** The table ends somewhere; what is not sent comes first in it. */
const mostRows = 200;

/** `npm run messages`: what visitors wrote and what became of it; `-- retry <id>` sends it now. */
await runCommand(async () => {
  const config = readConfig(process.env);
  const [verb, id, ...more] = process.argv.slice(2);
  if (verb !== undefined && verb !== 'retry') {
    throw new WrongUseError(`There is no "${verb}" here. ${usage}`);
  }
  if (verb === 'retry' && (!id || more.length > 0)) {
    throw new WrongUseError(`Say which one message to retry, by its id. ${usage}`);
  }
  if (!id && !hasStore(config)) return console.log('No messages yet.');
  const store = openStore(config, outboxTables, createLog('silent'));
  try {
    const overview = openOverview(store);
    console.log(id ? await retry(overview, id) : await show(overview));
  } finally {
    await store.close();
  }
});

function hasStore({ DATABASE_URL, DATA_DIR }: Config): boolean {
  return DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, 'outbox.sqlite'));
}

async function show(overview: Overview): Promise<string> {
  const messages = await answer(overview.list(mostRows));
  return messages.length > 0 ? toTable(messages) : 'No messages yet.';
}

async function retry(overview: Overview, id: string): Promise<string> {
  const isDue = await answer(overview.retry(id));
  if (isDue) {
    return `Message ${id} is due now: it is sent within seconds, or when the site is started.`;
  }
  const found = await answer(overview.findById(id));
  if (!found) {
    throw new WrongUseError(`There is no message ${id}. "npm run messages" shows all ids.`);
  }
  throw new WrongUseError(
    found.state === 'sent'
      ? `Message ${id} is sent already, ${ageOf(Date.now() - (found.sentAt ?? found.createdAt).getTime())} ago: nothing to retry.`
      : `Message ${id} is just being sent. Look again in a few minutes.`,
  );
}

/** Waits for what the outbox says; when it cannot, that is in the environment. */
function answer<Result>(asked: Promise<Result>): Promise<Result> {
  return asked.catch((error: Error) => {
    throw new WrongUseError(
      `The outbox cannot be read: ${error.message}. Are DATA_DIR and DATABASE_URL those of the site?`,
    );
  });
}
