import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, releaseNewWordsIn } from './fixtures/releases.ts';
import { root, runAsTeam } from './fixtures/run.ts';
import { startServer } from './fixtures/running-site.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

test.skip(!canRunNginx || !postgresFolder, 'nginx, openssl and PostgreSQL are what it is about');
test.use({ ignoreHTTPSErrors: true });

// `several-machines` tests that a message arrives once from any machine.
test('a visitor uses three machines during a deploy, a kill and restarts', async ({
  page,
  context,
  header,
  heading,
}) => {
  test.slow();
  const fleet = await startFleet();
  const { machines, origin } = fleet;
  const next = await context.newPage();
  /** Visits until each machine has answered. */
  const expectNewWords = async () => {
    for (let visit = 0; visit <= machines.length; visit += 1) {
      await next.goto(`${origin}/home`);
      await expect(next.getByRole('heading', { level: 1 })).toHaveText(newWords);
    }
  };
  try {
    await page.goto(`${origin}/home`);
    await expect(heading).toHaveText(oldWords);

    await test.step('a deploy reaches every machine, and the open page keeps its set', async () => {
      const id = await releaseNewWordsIn(fleet.store);
      for (const { url } of machines)
        await expect
          .poll(async () => (await fetch(`${url}/home`)).text())
          .toContain(`/releases/home/${id}/`);
      await expectNewWords();
      await header.link('contact').click();
      await header.link('home').click();
      await expect(heading).toHaveText(oldWords);
    });

    await test.step('one machine is killed, and every visitor gets a page', async () => {
      await machines[0]?.end('SIGKILL');
      await expectNewWords();
      await machines[0]?.start();
    });

    await test.step('restarting the machines in turn loses no request', async () => {
      const failed: unknown[] = [];
      let isOver = false;
      const visits = async () => {
        while (!isOver) {
          const answer = await context.request.get(`${origin}/home`).catch((error) => error);
          if (answer instanceof Error || !answer.ok()) failed.push(answer);
        }
      };
      const visiting = visits();
      for (const machine of machines) {
        await machine.end('SIGTERM');
        await machine.start();
      }
      isOver = true;
      await visiting;
      expect(failed).toEqual([]);
    });

    // The first tab still works.
    await header.link('contact').click();
    await header.link('home').click();
    await expect(heading).toHaveText(oldWords);
  } finally {
    for (const open of context.pages()) await open.close();
    await fleet.stop();
  }
});

async function startFleet() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-fleet-'));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase('site');
  // As the README says: first from one machine with its files, then from any machine.
  const commands = shellBlockWith('npm run releases -- copy').replaceAll(
    './data',
    String(process.env.RELEASED_DATA_DIR),
  );
  const owner = { DATA_DIR: path.join(folder, 'owner'), DATABASE_URL: url };
  runAsTeam(commands, { cwd: root, env: owner });

  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const machines = ports.map((port) => {
    // Machines share only the database.
    const settings = {
      DATA_DIR: path.join(folder, `machine-${port}`),
      DATABASE_URL: url,
      PORT: `${port}`,
      RATE_LIMIT: 'off',
      TRUST_PROXY: '1',
    };
    let server: Awaited<ReturnType<typeof startServer>> | undefined;
    return {
      url: `http://127.0.0.1:${port}`,
      async start() {
        server = await startServer(settings);
      },
      async end(signal: NodeJS.Signals) {
        await server?.stop(signal);
      },
    };
  });
  await Promise.all(machines.map(({ start }) => start()));
  const nginx = await startNginx(...ports);
  const store = await openStore(owner, { info() {}, error() {} });
  await store.shared.pull();

  return {
    origin: nginx.origin,
    machines,
    store,
    async stop() {
      await nginx.stop();
      await Promise.all(machines.map(({ end }) => end('SIGTERM')));
      await store.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
