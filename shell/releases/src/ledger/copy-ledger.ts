import { ReleaseRefusedError } from '../release/errors.ts';
import type { Store } from '../store/store.ts';
import { copyAudit } from './audit-log.ts';
import type { Row } from './sqlite.ts';

/** What is in the other store cannot be replaced by what was to be copied. */
class CopyRefusedError extends ReleaseRefusedError {
  override name = 'CopyRefusedError';
}

/** What is read, and how it is added: broken off and repeated, nothing counts twice. */
const copies = [
  [
    'SELECT key, highest FROM key_counters',
    `INSERT INTO key_counters (key, highest) VALUES ($1, $2)
    ON CONFLICT (key) DO UPDATE SET highest = excluded.highest
    WHERE key_counters.highest < excluded.highest`,
  ],
  [
    'SELECT id, key FROM team_keys',
    `INSERT INTO team_keys (id, key) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET key = excluded.key`,
  ],
  [
    'SELECT section, allowance FROM allowances',
    `INSERT INTO allowances (section, allowance) VALUES ($1, $2)
    ON CONFLICT (section) DO UPDATE SET allowance = excluded.allowance`,
  ],
  [
    'SELECT name, id, failed FROM failures',
    `INSERT INTO failures (name, id, failed) VALUES ($1, $2, $3)
    ON CONFLICT (name, id) DO UPDATE SET failed = excluded.failed
    WHERE failures.failed < excluded.failed`,
  ],
  [
    'SELECT name, id, mark, step, at FROM visits',
    `INSERT INTO visits (name, id, mark, step, at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING`,
  ],
  [
    'SELECT name, id, message, frames, visitors, last_at FROM faults',
    `INSERT INTO faults (name, id, message, frames, visitors, last_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
  ],
  [
    'SELECT name, id, begun_at, said FROM verifications WHERE said IS NOT NULL',
    `INSERT INTO verifications (name, id, begun_at, said) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING`,
  ],
] as const;

/**
 * Copies who may publish, what they have said so far, what is known of releases, and the log.
 * @throws ReleaseRefusedError when the other store has a log of its own
 */
export async function copyLedger(from: Store, to: Store): Promise<void> {
  if (!(await copyAudit(from, to)))
    throw new CopyRefusedError(
      'Both stores have a log of their own, and two logs cannot become one. Copy to an empty store.',
    );
  for (const [read, add] of copies)
    for (const row of (await from.ledger?.run<Row>(read)) ?? [])
      await to.ledger?.run(add, Object.values(row));
}
