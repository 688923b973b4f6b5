import { test as base, expect } from '@playwright/test';
import { type Checkout, checkOut } from './checkout.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { type RunningSite, startSite } from './running-site.ts';

interface Options {
  /** Console errors a journey expects, such as those of a file it made fail. */
  expectedErrors: readonly RegExp[];
}

interface Fixtures {
  /** A site for this journey alone: for deploys, roll-backs and faults. */
  ownSite: RunningSite;
  /** A team's own copy of the repository, to change and to deploy from. */
  team: Checkout;
  calmConsole: undefined;
}

interface WorkerFixtures {
  /** The owner's mailbox; the site sends its mails there. */
  inbox: Inbox;
  /** A site to look at, shared by the journeys of a worker; nothing deploys to it. */
  site: RunningSite;
}

/** A journey: `page` opens on the released site, and an unexpected console error fails it. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  expectedErrors: [[], { option: true }],

  inbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
    async ({}, use) => {
      const inbox = await openInbox();
      await use(inbox);
      await inbox.close();
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ inbox }, use) => {
      const site = await startSite({ SMTP_URL: inbox.smtpUrl });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],

  ownSite: async ({ inbox, context }, use) => {
    const site = await startSite({ SMTP_URL: inbox.smtpUrl });
    await use(site);
    // A page still fetching ahead would miss its server, and the console would not be calm.
    for (const page of context.pages()) await page.close();
    await site.stop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it.
  team: async ({}, use, testInfo) => {
    // Who has a checkout deploys from it: such a journey of 11 s took 53 s on a busy machine.
    testInfo.slow();
    const team = await checkOut();
    await use(team);
    await team.remove();
  },

  baseURL: ({ site }, use) => use(site.url),

  calmConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error')
          errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(undefined);
      const unexpected = errors.filter((said) => !expectedErrors.some((known) => known.test(said)));
      expect(unexpected, 'The console is calm').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
