import { publish } from '@portfolio/releases/store/publish.ts';
import { buildRelease } from '@portfolio/test-support/lay-release.ts';
import { canRunNginx } from '@portfolio/test-support/nginx.ts';
import { postgresFolder } from '@portfolio/test-support/postgres.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { expect, test } from './fixtures/fixtures.ts';
import { type Fleet, startFleet } from './fixtures/fleet.ts';
import { newWords, oldWords } from './fixtures/new-words.ts';
import { releaseAgainIn } from './fixtures/release-files.ts';
import { reworded } from './fixtures/text.ts';
import { startVisits } from './fixtures/visits.ts';

test.skip(!canRunNginx || !postgresFolder, 'nginx, openssl and PostgreSQL are what it is about');
// What the browser says of a section that throws.
test.use({ ignoreHTTPSErrors: true, expectedErrors: [/mud/] });

const title = { level: 1 } as const;

/** Home with these words in its title, live on all machines. */
async function deployWords({ store }: Fleet, words: string): Promise<string> {
  await store.remote?.pull();
  return releaseAgainIn(store, 'home', (content, file) =>
    file === 'locales/en.yaml' ? reworded(`${content}`, 'home.header.accent', words) : content,
  );
}

test('a visitor crosses three machines while they are deployed to, killed, cut off and restarted', async ({
  page,
  context,
  inbox,
}) => {
  test.slow();
  const fleet = await startFleet({ SMTP_URL: inbox.smtpUrl });
  const { machines, origin } = fleet;
  const [first, second, third] = machines;
  const shows = async (url: string, id: string) =>
    (await (await fetch(`${url}/home`)).text()).includes(`/releases/home/${id}/`);
  const serve = async (urls: readonly string[], id: string) => {
    for (const url of urls) await expect.poll(() => shows(url, id)).toBe(true);
  };
  const all = machines.map(({ url }) => url);
  try {
    await page.goto(`${origin}/home`);
    await expect(page.getByRole('heading', title)).toHaveText(oldWords);

    await test.step('a deploy is on every machine, and the page that is open keeps its set', async () => {
      await serve(all, await deployWords(fleet, 'cut by trotter.'));
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

    await test.step('a preview is shown by every machine to who has its link', async () => {
      const { release, staging } = await buildRelease(
        fleet.store,
        'blog',
        sectionFiles('blog', 'Blog'),
      );
      await publish(fleet.store, release, staging);
      const script = `/releases/blog/${release.id}/${release.entry}`;
      for (const url of all)
        await expect.poll(async () => (await fetch(url + script)).status).toBe(200);
      await expect
        .poll(async () => (await fetch(`${first.url}/blog`)).status, 'nobody else has it')
        .toBe(404);
    });

    await test.step('a release that throws gives way to the one before, and the owner goes back', async () => {
      const bad = await releaseAgainIn(fleet.store, 'home', (content, file, { entry }) =>
        file === entry ? 'throw new Error("mud");' : content,
      );
      await serve(all, bad);
      const unlucky = await context.newPage();
      await unlucky.goto(`${origin}/home`);
      await expect(unlucky.getByRole('heading', title)).toHaveText(newWords);
      await expect
        .poll(() => fleet.command('releases'))
        .toMatch(new RegExp(`${bad} +live .* 1$`, 'm'));
      await unlucky.close();
      const [, back = ''] = /^home@(\w+) is live/m.exec(fleet.command('rollback', 'home')) ?? [];
      await serve(all, back);
    });

    await test.step('one is killed, one is cut off: nobody is without a page', async () => {
      await first.end('SIGKILL');
      fleet.line.stall();
      const late = await deployWords(fleet, 'cut by tusk.');
      await serve([third.url], late);
      const visitor = await context.newPage();
      for (let visit = 0; visit < 4; visit += 1) {
        await visitor.goto(`${origin}/home`);
        await expect(visitor.getByRole('heading', title)).toHaveText(/cut by (trotter|tusk)/);
      }
      await visitor.close();
      const health = async () => (await (await fetch(`${second.url}/healthz`)).json()).status;
      await expect.poll(health).toBe('degraded');
      fleet.line.recover();
      await first.start();
      await serve(all, late);
      await expect.poll(health).toBe('ok');
    });

    await test.step('a restart one after the other loses no request', async () => {
      const visits = startVisits(`${origin}/home`, context.request);
      for (const machine of machines) {
        await machine.end('SIGTERM');
        await machine.start();
      }
      expect(await visits.stop()).toEqual([]);
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
