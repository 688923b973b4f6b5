import { openPool } from '@portfolio/releases/postgres/pool.ts';
import { layRelease } from './lay-release.ts';
import { startPostgres } from './postgres.ts';
import { homePage, laySmallSite, sectionFiles } from './small-site.ts';
import { startStallingProxy } from './stalling-proxy.ts';
import { type RunningApi, startApi } from './start-api.ts';
import { openTemporaryStore } from './temporary-store.ts';

/** Three machines with one PostgreSQL, and the owner's; the last one has a line that can be cut. */
export async function startThreeMachines() {
  const postgres = await startPostgres();
  const line = await startStallingProxy(postgres.port);
  const url = await postgres.createDatabase('fleet');
  const overLine = url.replace(`:${postgres.port}/`, `:${line.port}/`);
  const owner = await openTemporaryStore({ DATABASE_URL: url });
  const first = await laySmallSite(owner);
  const start = (DATABASE_URL = url, own = {}) => startApi({ DATABASE_URL, ...own });
  const machines = await Promise.all([start(), start(), start(overLine)]);

  return {
    postgres,
    line,
    owner,
    first,
    machines: machines as [RunningApi, RunningApi, RunningApi],
    /** One more machine, with nothing yet. */
    startAnother: () => start(),
    /** The first machine is started again, with what it has. */
    async restartFirst(): Promise<void> {
      const [{ stop, dataDir }] = machines;
      await stop();
      machines[0] = await start(url, { DATA_DIR: dataDir });
    },
    /** Deploys home with another title. */
    lay: (title: string) =>
      layRelease(owner, 'home', sectionFiles('home', title), { page: homePage }),
    /** Does something behind everybody's back. */
    async change(statement: string, values: readonly unknown[]): Promise<void> {
      const pool = openPool(url, { max: 1 });
      await pool.run(statement, values).finally(pool.end);
    },
  };
}
