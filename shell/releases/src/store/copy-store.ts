import type { Statements } from '../database/database.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { changeSite, type Store } from './store.ts';

/** The tables of a site beside that of its releases. */
const others = ['archives', 'live', 'tokens', 'faults', 'log'];

/**
 * Copies all rows of a store into an empty one, of either kind, in one transaction. An interrupted copy leaves an empty
 * store, for which it can be begun again.
 * @returns how many releases were copied
 * @throws ReleaseRefusedError if the other store is not empty
 */
export async function copyStore(from: Store, to: Store): Promise<number> {
  return changeSite(to, async (tx) => {
    for (const table of others) await copyTable(from.database, tx, table);
    return copyTable(from.database, tx, 'releases');
  });
}

/** @returns how many rows were copied */
async function copyTable(from: Statements, to: Statements, table: string): Promise<number> {
  if ((await to.run(`SELECT 1 AS one FROM ${table} LIMIT 1`)).length > 0)
    throw new ReleaseRefusedError(
      'The place to copy to is in use already, and nothing of it has changed. Name an empty database, or a new folder.',
    );
  // One row at a time, as an archive takes much memory.
  for (let at = 0; ; at += 1) {
    const statement = `SELECT * FROM ${table} ORDER BY 1, 2 LIMIT 1 OFFSET ${at}`;
    const [row] = await from.run(statement, [], true);
    if (!row) return at;
    const columns = Object.keys(row);
    const places = columns.map((_column, index) => `$${index + 1}`);
    await to.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(row),
    );
  }
}
