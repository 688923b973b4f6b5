import type { Shared } from '../store/remote-store.ts';
import type { Run } from './pool.ts';

/** Keys, counters and the log of all machines. The log is written in a turn of its own. */
export function sharedPublishing(run: Run, inTurn: InTurn) {
  return {
    keys: () => run<{ id: string; key: string }>('SELECT id, key FROM team_keys ORDER BY id'),

    async putKey(id, key) {
      await run(
        `INSERT INTO team_keys (id, key) VALUES ($1, $2)
        ON CONFLICT (id) DO UPDATE SET key = excluded.key`,
        [id, JSON.stringify(key)],
      );
    },

    async dropKey(id) {
      return (await run('DELETE FROM team_keys WHERE id = $1 RETURNING id', [id])).length > 0;
    },

    async useCounter(key, counter) {
      const used = await run(
        `INSERT INTO key_counters (key, highest) VALUES ($1, $2)
        ON CONFLICT (key) DO UPDATE SET highest = excluded.highest
        WHERE key_counters.highest < excluded.highest
        RETURNING highest`,
        [key, counter],
      );
      if (used.length > 0) return undefined;
      const [row] = await run<{ highest: number }>(
        'SELECT highest FROM key_counters WHERE key = $1',
        [key],
      );
      return row?.highest ?? 0;
    },

    counters: () => run<{ key: string; highest: number }>('SELECT key, highest FROM key_counters'),

    async audit() {
      const rows = await run<{ line: string }>('SELECT line FROM audit ORDER BY number');
      return rows.map(({ line }) => line);
    },

    appendAudit: (follow) =>
      inTurn('the log', async (within) => {
        const [last] = await within<{ number: number; line: string }>(
          'SELECT number, line FROM audit ORDER BY number DESC LIMIT 1',
        );
        await within('INSERT INTO audit (number, line) VALUES ($1, $2)', [
          (last?.number ?? 0) + 1,
          follow(last?.line),
        ]);
      }),
  } satisfies Partial<Shared>;
}

type InTurn = <Result>(name: string, work: (run: Run) => Promise<Result>) => Promise<Result>;
