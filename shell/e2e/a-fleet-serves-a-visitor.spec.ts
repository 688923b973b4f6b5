import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { findFreePort } from '@portfolio/test-support/free-port.ts';
import { canRunNginx, startNginx } from '@portfolio/test-support/nginx.ts';
import { postgresFolder, startPostgres } from '@portfolio/test-support/postgres.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { newWords, oldWords, releaseAgainIn } from './fixtures/releases.ts';
import { root, runAsTeam, runPinned } from './fixtures/run.ts';
import { startServer } from './fixtures/running-site.ts';
import { reworded } from './fixtures/text.ts';
import { shellBlockWith } from './fixtures/the-readme.ts';

test.skip(!canRunNginx || !postgresFolder, 'nginx, openssl and PostgreSQL are what it is about');
test.use({ ignoreHTTPSErrors: true });

const title = { level: 1 } as const;

test('a visitor crosses three machines while they are deployed to, killed and restarted', async ({
  page,
  context,
  inbox,
}) => {
  test.slow();
  const fleet = await startFleet({ SMTP_URL: inbox.smtpUrl });
  const { machines, origin } = fleet;
  const all = machines.map(({ url }) => url);
  try {
    await page.goto(`${origin}/home`);
    await expect(page.getByRole('heading', title)).toHaveText(oldWords);

    await test.step('a deploy is on every machine, and the page that is open keeps its set', async () => {
      const id = await releaseAgainIn(fleet.store, 'home', (content, file) =>
        file === 'locales/en.yaml'
          ? reworded(`${content}`, 'home.header.accent', 'cut by trotter.')
          : content,
      );
      for (const url of all)
        await expect
          .poll(async () => (await fetch(`${url}/home`)).text())
          .toContain(`/releases/home/${id}/`);
      const next = await context.newPage();
      for (let visit = 0; visit < 3; visit += 1) {
        await next.goto(`${origin}/home`);
        await expect(next.getByRole('heading', title)).toHaveText(newWords);
      }
      await next.close();
      await page.getByRole('link', { name: 'Contact' }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      await expect(page.getByRole('heading', title)).toHaveText(oldWords);
    });

    await test.step('one is killed: nobody is without a page', async () => {
      await machines[0]?.end('SIGKILL');
      const visitor = await context.newPage();
      for (let visit = 0; visit < 4; visit += 1) {
        await visitor.goto(`${origin}/home`);
        await expect(visitor.getByRole('heading', title)).toHaveText(newWords);
      }
      await visitor.close();
      await machines[0]?.start();
    });

    await test.step('a restart one after the other loses no request', async () => {
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

    await test.step('a message sent to any of them arrives once', async () => {
      await page.getByRole('link', { name: 'Contact' }).click();
      const message = { firstName: 'Zoe', lastName: 'Miller', email: 'zoe@example.org' };
      for (const [number, url] of all.entries()) {
        const body = JSON.stringify({ ...message, message: `Hello from machine ${number}` });
        const headers = { 'Content-Type': 'application/json' };
        expect((await fetch(`${url}/api/contact`, { method: 'POST', headers, body })).status).toBe(
          200,
        );
      }
      const arrived = () =>
        inbox.mails.map(({ text }) => /Hello from machine \d/.exec(text ?? '')?.[0]).sort();
      await expect.poll(arrived).toEqual([0, 1, 2].map((number) => `Hello from machine ${number}`));
      const sent = () => fleet.command('messages').match(/ sent /g)?.length;
      await expect.poll(sent, 'the owner sees them from a machine of his own').toBe(3);
      expect(fleet.command('keys')).toContain('No key has been added');
    });

    // The tab from the very beginning goes on.
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', title)).toHaveText(oldWords);
  } finally {
    for (const open of context.pages()) await open.close();
    await fleet.stop();
  }
});

const otherClock = path.join(root, 'shell/test-support/src/other-clock.ts');

/** Three machines behind nginx with one PostgreSQL; the clock of the third is two minutes ahead. */
async function startFleet(env: Record<string, string>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-fleet-'));
  const postgres = await startPostgres();
  const url = await postgres.createDatabase('site');
  // As the README says it: from one machine with its files, then from any machine.
  const commands = shellBlockWith('npm run releases -- copy').replaceAll(
    './data',
    String(process.env.RELEASED_DATA_DIR),
  );
  const owner = path.join(folder, 'owner');
  runAsTeam(commands, { cwd: root, env: { DATA_DIR: owner, DATABASE_URL: url } });

  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const machines = ports.map((port, number) => {
    // A folder of its own, and nothing shared but the database.
    let server: Awaited<ReturnType<typeof startServer>> | undefined;
    const settings = {
      ...env,
      DATA_DIR: path.join(folder, `machine-${number}`),
      DATABASE_URL: url,
      PORT: `${port}`,
      RATE_LIMIT: 'off',
      TRUST_PROXY: '1',
      ...(number === 2 ? { NODE_OPTIONS: `--import ${otherClock}`, CLOCK_OFF_MS: '120000' } : {}),
    };
    return {
      url: `http://127.0.0.1:${port}`,
      async start() {
        server = await startServer(settings);
      },
      async end(signal: NodeJS.Signals) {
        await server?.end(signal);
      },
    };
  });
  await Promise.all(machines.map(({ start }) => start()));
  const nginx = await startNginx(...ports);
  const store = await openStore({ DATA_DIR: owner, DATABASE_URL: url }, { info() {}, error() {} });
  await store.shared.pull();

  return {
    origin: nginx.origin,
    machines,
    /** The store from a machine of the owner's. */
    store,
    /** Runs one of the owner's commands from there, such as `rollback home`. */
    command: (name: string, ...args: string[]) =>
      runPinned(['shell/cli/src/portfolio.ts', name, ...args], {
        DATA_DIR: owner,
        DATABASE_URL: url,
      }),
    async stop() {
      await nginx.stop();
      await Promise.all(machines.map(({ end }) => end('SIGTERM')));
      await store.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
