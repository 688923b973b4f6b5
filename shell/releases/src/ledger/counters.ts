import { refusePublish } from '../access/errors.ts';
import { dataDirOf, type Store } from '../store/store.ts';
import { inTurn } from './exclusively.ts';

const table =
  'CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, highest INTEGER NOT NULL)';
const raise = `
  INSERT INTO counters (key, highest) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET highest = excluded.highest WHERE highest < excluded.highest`;

/**
 * Counts a statement of a key, once and for all, also when it is refused later.
 * @throws PublishRefusedError with the highest counter so far
 */
export async function useCounter(store: Store, key: string, counter: number): Promise<void> {
  if (store.shared) {
    const highest = await store.shared.useCounter(key, counter);
    if (highest !== undefined) throw refusePublish.usedCounter(highest);
    return;
  }
  inTurn(dataDirOf(store), (database) => {
    database.exec(table);
    if (database.prepare(raise).run(key, counter).changes > 0) return;
    const row = database.prepare('SELECT highest FROM counters WHERE key = ?').get(key);
    throw refusePublish.usedCounter(Number(row?.highest));
  });
}

/** The highest counter of every key. */
export async function readCounters(store: Store): Promise<{ key: string; highest: number }[]> {
  if (store.shared) return store.shared.counters();
  return inTurn(dataDirOf(store), (database) => {
    database.exec(table);
    const rows = database.prepare('SELECT key, highest FROM counters').all();
    return rows.map(({ key, highest }) => ({ key: String(key), highest: Number(highest) }));
  });
}
