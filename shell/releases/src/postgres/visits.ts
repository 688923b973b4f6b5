import type { Shared } from '../store/remote-store.ts';
import type { Run } from './pool.ts';

/** As in a folder: beyond these nobody is noted any more. */
const mostSteps = 10_000;

/** Whom the releases of all machines serve and fail. */
export function sharedVisits(run: Run, clock: () => Promise<number>) {
  const ahead = async () => Math.round((await clock()) / 1000);
  return {
    async countFailures({ name, id }, count) {
      await run(
        `INSERT INTO failures (name, id, failed) VALUES ($1, $2, $3)
        ON CONFLICT (name, id) DO UPDATE SET failed = failures.failed + excluded.failed`,
        [name, id, count],
      );
    },

    async failures(name) {
      const rows = await run<{ id: string; failed: number }>(
        'SELECT id, failed FROM failures WHERE name = $1',
        [name],
      );
      return new Map(rows.map(({ id, failed }) => [id, failed]));
    },

    async noteVisit({ name, id }, mark, [step, seconds]) {
      await run(
        `INSERT INTO visits (name, id, mark, step, at)
        SELECT $1, $2, $3, $4, $5::bigint
        WHERE (SELECT count(*) FROM visits WHERE name = $1 AND id = $2) < $6
        ON CONFLICT DO NOTHING`,
        [name, id, mark, step, seconds + (await ahead()), mostSteps],
      );
    },

    async visits({ name, id }) {
      const rows = await run<{ mark: string; step: string; at: number }>(
        'SELECT mark, step, at FROM visits WHERE name = $1 AND id = $2',
        [name, id],
      );
      const offset = await ahead();
      return rows.map(({ mark, step, at }) => ({ mark, step, seconds: at - offset }));
    },

    async forgetVisits({ name, id }) {
      await run('DELETE FROM visits WHERE name = $1 AND id = $2', [name, id]);
    },

    async beginLook({ name, id }, patienceMs) {
      const begun = await run(
        `INSERT INTO looks (name, id, begun_at) VALUES ($1, $2, now())
        ON CONFLICT (name, id) DO UPDATE SET begun_at = now()
        WHERE looks.said IS NULL AND looks.begun_at < now() - $3 * interval '1 ms'
        RETURNING id`,
        [name, id, patienceMs],
      );
      return begun.length > 0;
    },

    async endLook({ name, id }, what) {
      await run(
        `INSERT INTO looks (name, id, begun_at, said) VALUES ($1, $2, now(), $3)
        ON CONFLICT (name, id) DO UPDATE SET said = excluded.said`,
        [name, id, what],
      );
    },

    async giveUpLook({ name, id }) {
      await run('DELETE FROM looks WHERE name = $1 AND id = $2', [name, id]);
    },
  } satisfies Partial<Shared>;
}
