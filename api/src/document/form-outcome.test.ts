import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import { followLiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { keepPages } from '@portfolio/releases/store/prerendered-pages.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { longestForm } from '../contact/read-message.ts';
import { createLog } from '../log.ts';
import { layoutOf } from './prerendered.ts';

const formMarkup =
  '<main><form method="post" novalidate=""><input id="_R_1_" name="firstName" value=""><input name="lastName" value=""><input name="email" type="email" aria-invalid="false" value=""><textarea name="message" rows="9"></textarea><input name="website" value=""></form></main>';

/** Adds a section with a prerendered form. */
async function layContact(store: Store) {
  await addRelease(store, 'shell', {
    ...shellFiles,
    'owner.json': JSON.stringify({ name: 'Ada', phone: '', email: 'ada@example.org' }),
    'locales/en.yaml': `${shellFiles['locales/en.yaml']}\nhints: { mailSuccess: Thanks, mailFailure: Kept, faultyMail: No address }\nmail: { honeypot: A field that people do not see was filled, language: 'Read in {language}' }`,
    'locales/de.yaml': `${shellFiles['locales/de.yaml']}\nhints: { mailSuccess: Danke, faultyMail: Keine Adresse }`,
  });
  const contact = await addRelease(store, 'contact', {
    ...sectionFiles('contact', 'Write'),
    'locales/en.yaml':
      'contact: { document: { title: Write }, faults: { tooLong: Too long, tooMany: Too many, notUnderstood: Strange } }',
    'locales/de.yaml': 'contact: { document: { title: Schreib } }',
  });
  const set = await followLiveReleases(store, createLog('silent')).current();
  if (!set) throw new Error('Nothing is live.');
  const layout = layoutOf(set);
  const page = { html: formMarkup, css: '.a{color:red;}', stylesVersion: '6.6.0' };
  await keepPages(
    store,
    { ...contact, layout },
    new Map([
      ['en', page],
      ['de', page],
    ]),
  );
}

/** A visitor's texts; a test finds the mail by the word. */
const typedTexts = (word: string) => ({
  firstName: 'Zoë "Z"',
  lastName: '',
  email: 'zoe@example.org',
  message: `<b>Dear pig</b>,\r\n\r\n& the word is ${word} </textarea><script>alert(1)</script>`,
  website: '',
});

let visitors = 0;

/** Gives each request its own address, so that no test reaches the limit by chance. */
function nextVisitor() {
  visitors += 1;
  return `198.51.100.${visitors}`;
}

const mailServer = await startSmtpServer();
const api = await startSmallApi({ SMTP_URL: mailServer.url, TRUST_PROXY: 'loopback' });
await layContact(api.store);

const arrived = (word: string) => mailServer.mails.filter(({ raw }) => raw.includes(word)).length;

/** Sends the form as a browser without script does. */
async function send(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path = '/contact',
) {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': nextVisitor(), ...headers },
  });
  const html = await response.text();
  const [, kind, said] =
    /<aside id="outcome"[^>]* data-kind="(\w+)"><p>(.*?)<\/p>/.exec(html) ?? [];
  return { status: response.status, headers: response.headers, html, kind, said };
}

let words = 0;

test('a plain form becomes a mail, and the page says so and has empty fields', async () => {
  const { status, headers, html, kind, said } = await send(typedTexts('one-form'));
  expect([status, kind, said]).toEqual([200, 'success', 'Thanks']);
  expect([headers.get('Cache-Control'), headers.has('ETag')]).toEqual(['no-store', false]);
  expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  expect(html).toContain(formMarkup);
  expect(arrived('one-form')).toBe(1);
});

test('a plain form is answered in the language of the visit', async () => {
  const { said } = await send(typedTexts('de'), { 'Accept-Language': 'de' });
  expect(said).toBe('Danke');
  const english = { 'Accept-Language': 'en' };
  expect((await send(typedTexts('asked'), english, '/contact?language=de')).said).toBe('Danke');
  const mail = mailServer.mails.find(({ raw }) => raw.includes('asked'));
  expect(mail?.raw).toContain('Read in German');
});

test('a form that is sent twice makes one mail', async () => {
  const [first, second] = await Promise.all([send(typedTexts('twice')), send(typedTexts('twice'))]);
  expect([first.kind, second.kind, (await send(typedTexts('twice'))).kind]).toEqual(
    Array(3).fill('success'),
  );
  expect(arrived('twice')).toBe(1);
});

test('a form without a valid address is not sent, and its fields have the typed texts, escaped', async () => {
  const { status, html, kind, said } = await send({
    ...typedTexts('kept'),
    email: 'zoe@"><b>',
  });
  expect([status, kind, said]).toEqual([400, 'error', 'No address']);
  expect(html).toContain('<input id="_R_1_" name="firstName" value="Zoë &quot;Z&quot;">');
  expect(html).toContain(
    '<input name="email" type="email" aria-invalid="true" value="zoe@&quot;&gt;&lt;b&gt;">',
  );
  expect(html).toContain(
    '<textarea name="message" rows="9">\n&lt;b&gt;Dear pig&lt;/b&gt;,\n\n&amp; the word is kept',
  );
  expect(html).not.toContain('<script>alert');
  expect(arrived('the word is kept')).toBe(0);
});

test('a filled honeypot marks the mail, but does not refuse it', async () => {
  await send({ ...typedTexts('robot-form'), website: 'https://bricks.example' });
  const mail = mailServer.mails.find(({ raw }) => raw.includes('robot-form'));
  expect(mail?.raw).toContain('A field that people do not see was filled');
});

test('a mail server that is down keeps the message, and says so', async () => {
  mailServer.behaviour = 451;
  const { status, kind, said } = await send(typedTexts('later'));
  mailServer.behaviour = 'accept';
  expect([status, kind, said]).toEqual([200, 'warning', 'Kept']);
});

test('plain forms count for the limit of messages, and a refused one keeps its text', async () => {
  const visitorGroup = { 'X-Forwarded-For': '192.0.2.77' };
  for (let sent = 0; sent < 10; sent += 1)
    expect((await send(typedTexts(`limit-${sent}`), visitorGroup)).status).toBe(200);
  const { status, said, html } = await send(typedTexts('limit-10'), visitorGroup);
  expect([status, said]).toEqual([429, 'Too many']);
  expect(html).toContain('the word is limit-10');
});

test('after twenty refused forms in a minute an address gets one line instead of its text', async () => {
  const address = { 'X-Forwarded-For': '192.0.2.78' };
  const noAddress = { ...typedTexts('refused'), email: 'none' };
  const answers = [];
  for (let sent = 0; sent < 21; sent += 1) answers.push(await send(noAddress, address));
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(400), 429]);
  expect(answers[19]?.html).toContain('the word is refused');
  expect(answers[20]?.html).toMatch(/^Too many forms .*\.$/);
});

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }, 403],
  [{ 'Sec-Fetch-Site': '', Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'none' }, 200],
  [{ 'Sec-Fetch-Site': '' }, 200],
])('a form with %j is answered with %i', async (headers, expected) => {
  words += 1;
  const { status, html } = await send(typedTexts(`from-${words}-`), headers);
  expect(status).toBe(expected);
  expect(arrived(`from-${words}-`)).toBe(expected === 200 ? 1 : 0);
  if (expected === 403) expect(html).not.toContain('Dear pig');
});

test('over plain HTTP the origin is compared with the host', async () => {
  const own = { 'Sec-Fetch-Site': '', Origin: api.url };
  expect((await send(typedTexts('origin'), own)).status).toBe(200);
});

test.each([
  ['application/json', 415],
  ['text/plain', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/x-www-form-urlencoded; charset=utf-16', 415],
])('a body of the type %s is answered with %i', async (type, expected) => {
  const { status, said } = await send(typedTexts('type'), { 'Content-Type': type });
  expect([status, said]).toEqual([expected, 'Strange']);
});

test.each([
  ['a huge body', { message: 'x'.repeat(longestForm) }, 413, 'Too long'],
  [
    'a message that is too long',
    { message: 'x'.repeat(messageLimits.message + 1) },
    400,
    'Too long',
  ],
  ['a name that is too long', { firstName: 'x'.repeat(messageLimits.name + 1) }, 400, 'Too long'],
  ['no field at all', { a: 'b' }, 400, 'No address'],
])('%s is refused with a sentence', async (_what, fields, expected, sentence) => {
  const email = 'message' in fields || 'firstName' in fields ? { email: 'zoe@example.org' } : {};
  const { status, said } = await send({ ...email, ...fields });
  expect([status, said]).toEqual([expected, sentence]);
});

test('the longest message fits, even with every character escaped', async () => {
  const message = 'ん'.repeat(messageLimits.message);
  expect((await send({ ...typedTexts(''), message })).status).toBe(200);
});

test('control characters in a form become spaces', async () => {
  const fields = { ...typedTexts('pasted'), firstName: 'Zo\u0000e\r\nBcc: x@example.org' };
  expect((await send(fields)).status).toBe(200);
  const mail = mailServer.mails.find(({ raw }) => raw.includes('pasted'));
  expect(mail?.raw).not.toMatch(/^Bcc/m);
});

test.each(['/nothing', '/', '/healthz'])('%s takes no form', async (path) => {
  words += 1;
  expect((await send(typedTexts(`nowhere-${words}-`), {}, path)).status).toBe(404);
  expect(arrived(`nowhere-${words}-`)).toBe(0);
});

test('an answer without a prerendered form repeats the text below the sentence', async () => {
  const { html } = await send({ ...typedTexts('elsewhere'), email: '' }, {}, '/games');
  expect(html).toContain('<textarea readonly dir="auto" rows="9">\n&lt;b&gt;Dear pig');
});
