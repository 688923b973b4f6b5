import { expect, test } from '@jest/globals';
import { messageLimits } from '@portfolio/contract/message.ts';
import {
  formMarkup,
  startFormSite,
  typedTexts,
} from '@portfolio/test-support/contact/form-site.ts';
import { longestForm } from '../contact/message.ts';

const site = await startFormSite();
let words = 0;

test('a form that is sent without script becomes a mail, and the page says so and is empty', async () => {
  const { status, headers, html, kind, said } = await site.send(typedTexts('one-form'));
  expect([status, kind, said]).toEqual([200, 'success', 'Thanks']);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'");
  expect(html).toContain(formMarkup);
  expect(site.arrived('one-form')).toBe(1);
});

test('it is answered in the language of the visit', async () => {
  const { said } = await site.send(typedTexts('de'), { 'Accept-Language': 'de' });
  expect(said).toBe('Danke');
  expect((await site.send(typedTexts('asked'), {}, '/contact?language=de')).said).toBe('Danke');
});

test('sent twice it is one mail', async () => {
  const [first, second] = await Promise.all([
    site.send(typedTexts('twice')),
    site.send(typedTexts('twice')),
  ]);
  expect([first.kind, second.kind, (await site.send(typedTexts('twice'))).kind]).toEqual(
    Array(3).fill('success'),
  );
  expect(site.arrived('twice')).toBe(1);
});

test('without an address nothing is sent, and what was typed stands there again, as text', async () => {
  const { status, html, kind, said } = await site.send({
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
  expect(site.arrived('the word is kept')).toBe(0);
});

test('what only a program fills marks the mail', async () => {
  await site.send({ ...typedTexts('robot-form'), website: 'https://bricks.example' });
  const mail = site.mailServer.mails.find(({ raw }) => raw.includes('robot-form'));
  expect(mail?.raw).toContain('A field that people do not see was filled');
});

test('a mail server that is down keeps the message, and says so', async () => {
  site.mailServer.behaviour = 451;
  const { status, kind, said } = await site.send(typedTexts('later'));
  site.mailServer.behaviour = 'accept';
  expect([status, kind, said]).toEqual([200, 'warning', 'Kept']);
});

test('forms count for the limit as messages do, and the text stays', async () => {
  const household = { 'X-Forwarded-For': '192.0.2.77' };
  for (let sent = 0; sent < 10; sent += 1)
    expect((await site.send(typedTexts(`limit-${sent}`), household)).status).toBe(200);
  const { status, said, html } = await site.send(typedTexts('limit-10'), household);
  expect([status, said]).toEqual([429, 'Too many']);
  expect(html).toContain('the word is limit-10');
});

test('twenty forms of an address are refused with their text in a minute, more with one line', async () => {
  const address = { 'X-Forwarded-For': '192.0.2.78' };
  const noAddress = { ...typedTexts('refused'), email: 'none' };
  const answers = [];
  for (let sent = 0; sent < 21; sent += 1) answers.push(await site.send(noAddress, address));
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
  const { status, html } = await site.send(typedTexts(`from-${words}-`), headers);
  expect(status).toBe(expected);
  expect(site.arrived(`from-${words}-`)).toBe(expected === 200 ? 1 : 0);
  if (expected === 403) expect(html).not.toContain('Dear pig');
});

test('over plain HTTP the origin is compared with the host', async () => {
  const own = { 'Sec-Fetch-Site': '', Origin: site.url };
  expect((await site.send(typedTexts('origin'), own)).status).toBe(200);
});

test.each([
  ['application/json', 415],
  ['text/plain', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/x-www-form-urlencoded; charset=utf-16', 415],
])('a body of the type %s is answered with %i', async (type, expected) => {
  const { status, said } = await site.send(typedTexts('type'), { 'Content-Type': type });
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
  const { status, said } = await site.send({ ...email, ...fields });
  expect([status, said]).toEqual([expected, sentence]);
});

test('the longest message there may be fits, every character of it escaped', async () => {
  const message = 'ん'.repeat(messageLimits.message);
  expect((await site.send({ ...typedTexts(''), message })).status).toBe(200);
});

test('control characters that came with a pasted text are spaces', async () => {
  const fields = { ...typedTexts('pasted'), firstName: 'Zo\u0000e\r\nBcc: x@example.org' };
  expect((await site.send(fields)).status).toBe(200);
  const mail = site.mailServer.mails.find(({ raw }) => raw.includes('pasted'));
  expect(mail?.raw).not.toMatch(/^Bcc/m);
});

test.each(['/nothing', '/', '/healthz'])('%s takes no form', async (path) => {
  words += 1;
  expect((await site.send(typedTexts(`nowhere-${words}-`), {}, path)).status).toBe(404);
  expect(site.arrived(`nowhere-${words}-`)).toBe(0);
});

test('where the page is not there any more, the text is given back beside the sentence', async () => {
  const { html } = await site.send({ ...typedTexts('elsewhere'), email: '' }, {}, '/games');
  expect(html).toContain('<textarea readonly rows="9">\n&lt;b&gt;Dear pig');
});
