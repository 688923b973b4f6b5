import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Lets one process at a time count and write the log; what the work writes into the database is
 * committed with it. It is done in one go and takes milliseconds, so nobody waits for long.
 */
export function inTurn<Result>(dataDir: string, work: (database: DatabaseSync) => Result): Result {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(path.join(dataDir, 'publishing.sqlite'), { timeout: 5000 });
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = work(database);
    database.exec('COMMIT');
    return result;
  } finally {
    // What was not committed is rolled back by it.
    database.close();
  }
}
