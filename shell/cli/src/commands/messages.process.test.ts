import { expect, test } from '@jest/globals';
import { runCommand } from '@portfolio/test-support/run-command.ts';
import { runHere } from '@portfolio/test-support/run-here.ts';
import { inventMessage, isMarked, writeTo } from '@portfolio/test-support/senders.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { quickTimings, startApi } from '@portfolio/test-support/start-api.ts';
import { emptyStoreSettings } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';

const mailServer = await startSmtpServer();
const patient = { ...quickTimings, refusedPause: 600_000 };

const messages = (environment: Record<string, string>, ...words: string[]) =>
  runHere(environment, ['messages', ...words]);

test('the table shows refused messages; retry sends one, and discard forgets one', async () => {
  const environment = await emptyStoreSettings();
  mailServer.behaviour = 550;
  const site = await startApi({ SMTP_URL: mailServer.url, ...environment }, patient);
  await writeTo(site.url, inventMessage('retried'));

  const table = (await messages(environment)).says;
  expect(table).toMatch(/^id +age +state +attempts +from +last answer$/m);
  expect(table).toMatch(/refused +1 +Zoe Miller <zoe@example.org> +.*No such user/);
  const id = /^([0-9a-f]{16})/m.exec(table)?.[1] ?? '';

  await writeTo(site.url, inventMessage('discarded'));
  const listed = (await messages(environment)).says.match(/^[0-9a-f]{16}/gm) ?? [];
  const other = listed.find((each) => each !== id) ?? '';
  const said = `Message ${other} is discarded.\n`;
  expect((await messages(environment, 'discard', other)).says).toBe(said);
  mailServer.behaviour = 'accept';
  const due = `Message ${id} is due now: the running site sends it within seconds, else the next start.\n`;
  expect((await runCommand(environment, ['messages', 'retry', id])).says).toBe(due);
  await until(() => isMarked(site), 'it is sent and marked');
  expect(mailServer.mails.some(({ raw }) => raw.includes('retried'))).toBe(true);
  const later = (await messages(environment)).says;
  expect(later).toMatch(new RegExp(`^${id} .* sent +2 `, 'm'));
  expect(later).not.toMatch(RegExp(`zoe@example.org|${other}`));
  expect(mailServer.mails.filter(({ raw }) => raw.includes('discarded'))).toEqual([]);
  const again = await messages(environment, 'retry', id);
  expect(again).toEqual({ code: 1, says: `Message ${id} is sent already.\n` });
});

test('an unknown message and a database that is away are reported', async () => {
  const environment = await emptyStoreSettings();
  expect(await messages(environment)).toEqual({ code: 0, says: 'No messages yet.\n' });
  const none = 'There is no message abc: "npx portfolio messages" shows all ids.\n';
  expect(await messages(environment, 'retry', 'abc')).toEqual({ code: 1, says: none });
  const down = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const away = { code: 1, says: expect.stringMatching(/cannot be asked.*DATABASE_URL/s) };
  const says = [await messages(down), await messages(down, 'test')];
  expect([...says, await runCommand(down, ['start'])]).toEqual([away, away, away]);
});

test("a test is sent to the owner, and the mail server's answer is printed", async () => {
  const settings = { ...(await emptyStoreSettings()), MAIL_TO: 'me@example.org' };
  mailServer.behaviour = 'accept';
  const sent = await runCommand({ ...settings, SMTP_URL: mailServer.url }, ['messages', 'test']);
  expect(sent).toEqual({ code: 0, says: expect.stringMatching(/^The test is sent: 250 /) });
  const raw = mailServer.mails.at(-1)?.raw;
  expect(raw).toMatch(/^To: me@example\.org\r?$.*^This is a test, sent on 2\S+ Messages of vis/ms);
  mailServer.behaviour = 550;
  const refused = await messages({ ...settings, SMTP_URL: mailServer.url }, 'test');
  const says = /^The test is not sent yet: .*No such user.* Is SMTP_URL .* messages discard \w+$/m;
  expect(refused).toEqual({ code: 1, says: expect.stringMatching(says) });
  expect((await messages(settings)).says).toMatch(/ refused +1 +the site +\S/);
  const written = /^The test is sent: written to \S+\.eml$/m;
  expect((await messages(settings, 'test')).says).toMatch(written);
});
