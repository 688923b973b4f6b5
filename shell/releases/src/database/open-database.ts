import path from 'node:path';
import pLimit from 'p-limit';
import {
  type Database,
  DatabaseAwayError,
  DatabaseError,
  type Schema,
  type Statements,
} from './database.ts';
import { openSqlite } from './open-sqlite.ts';

/** The database of DATABASE_URL, or the file `<name>.sqlite` in DATA_DIR. The first statement opens it. */
export async function openDatabase(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string | undefined },
  schema: Schema,
): Promise<Database> {
  // A single machine does not load the client of PostgreSQL.
  const driver = DATABASE_URL
    ? (await import('./open-postgres.ts')).openPostgres(DATABASE_URL)
    : openSqlite(path.join(DATA_DIR, `${schema.name}.sqlite`));
  // Those that wait for the lock would take all connections, of which the one that has it may need another.
  const oneWriter = pLimit(1);
  let tables: Promise<void> | undefined;

  async function transactNow<Result>(work: (tx: Statements) => Promise<Result>): Promise<Result> {
    const own = await driver.connect();
    try {
      await own.run(driver.begin);
      const result = await work(own);
      await own.run('COMMIT').catch(explainCommit);
      return result;
    } finally {
      own.close();
    }
  }

  /** After a failure the next statement tries again. */
  function prepare(): Promise<void> {
    tables ??= transactNow((tx) => createTables(tx, schema)).catch((error) => {
      tables = undefined;
      throw error;
    });
    return tables;
  }

  return {
    ...driver,
    async run(...statement) {
      await prepare();
      return driver.run(...statement);
    },
    async transact(work) {
      await prepare();
      return oneWriter(() => transactNow(work));
    },
  };
}

function explainCommit(cause: unknown): never {
  if (!(cause instanceof DatabaseAwayError)) throw cause;
  throw new DatabaseError(
    `The database went away during a change, so it is not known whether that counted. \`npx portfolio releases\` shows what is live; doing the same once more does no harm.`,
    { cause },
  );
}

async function createTables(tx: Statements, { name, version, ...schema }: Schema): Promise<void> {
  await tx.run(
    'CREATE TABLE IF NOT EXISTS schema_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL)',
  );
  const [found] = await tx.run('SELECT version FROM schema_version WHERE name = $1', [name]);
  if (found?.version === version) return;
  const upgrade = schema.upgrades?.[Number(found?.version)];
  if (found && !upgrade)
    throw new DatabaseError(
      `The database "${name}" was made by another version of this software (its tables are ${found.version}, here they are ${version}), and nothing of it has changed. Run that version, or name an empty place in DATABASE_URL or DATA_DIR.`,
    );
  await upgrade?.(tx);
  if (!found) for (const statement of schema.tables) await tx.run(statement);
  await tx.run(
    `INSERT INTO schema_version (name, version) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    [name, version],
  );
}
