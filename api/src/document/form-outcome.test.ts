import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message-rules.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { owner, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { longestForm } from '../contact/contact-calls.ts';

const mailServer = await startSmtpServer();
const api = await startSmallApi({ SMTP_URL: mailServer.url, TRUST_PROXY: 'loopback' });
await addRelease(api.store, 'shell', {
  ...shellFiles,
  'locales/en.yaml': `${shellFiles['locales/en.yaml']}\nhints: { mailSuccess: Thanks, mailFailure: Kept, faultyMail: No address }`,
  'locales/de.yaml': `${shellFiles['locales/de.yaml']}\nhints: { mailSuccess: Danke }\nmail: { from: Absender }`,
  'owner.json': JSON.stringify({ ...owner, language: 'de' }),
});

const arrived = (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word));

/** A visitor's texts; a test finds the mail by the word. */
const typedTexts = (word: string) => ({
  firstName: 'Zoë "Z"',
  lastName: '',
  email: 'zoe@example.org',
  message: `<b>Dear pig</b>,\r\n\r\n& the word is ${word} </textarea><script>alert(1)</script>`,
});

let visitors = 0;

/** Sends the form as a browser without script does, each from an address of its own. */
async function send(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path = '/games',
) {
  visitors += 1;
  const own = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': `198.51.100.${visitors}` };
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...own, ...headers },
  });
  const html = await response.text();
  const [, role, kind, said, kept] =
    /<aside id="outcome" role="(\w+)".*?-kind="(\w+)"><p>(.*?)<\/p>(.*?)<\/aside>/s.exec(html) ??
    [];
  return { status: response.status, headers: response.headers, role, kind, said, kept };
}

test('a form becomes one mail, however often it is sent, and the page says so', async () => {
  const twice = [send(typedTexts('one-form')), send(typedTexts('one-form'))];
  for (const { status, headers, kind, said, kept } of await Promise.all(twice)) {
    expect([status, kind, said, kept]).toEqual([200, 'success', 'Thanks', '']);
    expect([headers.get('Cache-Control'), headers.has('ETag')]).toEqual(['no-store', false]);
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  }
  const raw = expect.stringMatching(/^From: Absender <website@localhost>\r$/m);
  expect(arrived('one-form')).toEqual([expect.objectContaining({ raw })]);
});

test('a form is answered in the language of the page', async () => {
  const { said } = await send(typedTexts('german'), {}, '/games?language=de');
  expect(said).toBe('Danke');
  expect((await send(typedTexts('chosen'), { Cookie: 'a=b; language=de' })).said).toBe('Danke');
});

test('a form without a valid address is not sent, and the page shows all that was typed', async () => {
  const typed = { ...typedTexts('refused'), email: 'zoe@"><b>' };
  const { status, role, kind, said, kept } = await send(typed);
  expect([status, role, kind, said]).toEqual([400, 'alert', 'error', 'No address']);
  const typedText = `<textarea readonly dir="auto" rows="9">\nZoë &quot;Z&quot;\nzoe@&quot;&gt;&lt;b&gt;\n&lt;b&gt;Dear pig&lt;/b&gt;,\n\n&amp; the word is refused &lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>`;
  expect(kept).toBe(typedText);
  expect(arrived('refused')).toEqual([]);
});

test('a message that the mail server does not take is kept, and the page says so', async () => {
  mailServer.behaviour = 451;
  const { status, role, kind, said } = await send(typedTexts('later'));
  mailServer.behaviour = 'accept';
  expect([status, role, kind, said]).toEqual([200, 'status', 'warning', 'Kept']);
});

const utf16 = 'application/x-www-form-urlencoded; charset=utf-16';

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }, 403],
  [{ 'Sec-Fetch-Site': '', Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': '', Origin: api.url }, 200],
  [{ 'Sec-Fetch-Site': '' }, 200],
  [{ 'Sec-Fetch-Site': 'none' }, 200],
  [{ 'Content-Type': 'application/json' }, 400, 'No address'],
  [{ 'Content-Type': utf16 }, 415, 'contact.faults.notUnderstood'],
])('a form with %j is answered with %i', async (headers, expected, ...says: string[]) => {
  const word = `from-${visitors}-`;
  const { status, said, kept } = await send(typedTexts(word), headers);
  expect([status, kept]).toEqual([expected, '']);
  for (const sentence of says) expect(said).toBe(sentence);
  expect(arrived(word)).toHaveLength(expected === 200 ? 1 : 0);
});

test('the longest form fits with every byte escaped, and a longer one is refused in words', async () => {
  const longest = { ...typedTexts(''), message: 'ん'.repeat(messageLimits.message) };
  expect((await send(longest)).status).toBe(200);
  const { status, said } = await send({ ...longest, firstName: 'x'.repeat(longestForm) });
  expect([status, said]).toEqual([413, 'contact.faults.tooLong']);
});

test.each(['/nothing', '/', '/healthz'])('%s takes no form', async (path) => {
  expect((await send(typedTexts('nowhere'), {}, path)).status).toBe(404);
  expect(arrived('nowhere')).toEqual([]);
});
