import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { certificateFile, startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { load } from 'js-yaml';
import { type AddressObject, simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { hashMessage, type ReceivedMessage } from './contact-calls.ts';
import { composeMail, smtpOptions } from './mail.ts';

const message: ReceivedMessage = {
  firstName: 'Zoe',
  lastName: 'Miller',
  email: 'zoe@example.org',
  message: 'Hello,\n\nnice pig.',
};
const texts = load(
  readFileSync(path.join(import.meta.dirname, '../../../shell/locales/de.yaml'), 'utf8'),
) as TextTree;
const recipient = {
  email: 'owner@pig.example',
  name: 'Pig & Co.',
  language: 'de',
  timeZone: 'America/New_York',
  texts,
};
const from = 'website@pig.example';
const createdAt = new Date('2026-11-21T10:20:30Z');
const entry = { id: hashMessage(message), message, createdAt, attempts: 1 };
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

async function compose(changes: Partial<ReceivedMessage> = {}, at = createdAt, to = recipient) {
  const written = { ...message, ...changes };
  const changed = { id: hashMessage(written), message: written, createdAt: at };
  const sent = await composer.sendMail(composeMail(changed, from, to));
  const raw = (sent.message as Buffer).toString();
  return { raw, parsed: await simpleParser(raw) };
}

test('the mail names the visitor, quotes the message and is answered by a reply', async () => {
  const { parsed } = await compose();
  expect(parsed.subject).toBe('Nachricht von Zoe Miller – Pig & Co.');
  expect(parsed.from?.text).toBe('"Website von Pig & Co." <website@pig.example>');
  expect((parsed.to as AddressObject).value[0]?.address).toBe('owner@pig.example');
  expect(parsed.replyTo?.value).toEqual([{ name: 'Zoe Miller', address: 'zoe@example.org' }]);
  expect(parsed.date).toEqual(createdAt);
  const text = `Zoe Miller <zoe@example.org> schrieb am Samstag, 21. November 2026 um 05:20:30 GMT-5:\n\nHello,\n\nnice pig.\n\n-- \nVom Kontaktformular gesendet. Eine Antwort auf diese Mail geht an den Besucher.\n\n`;
  expect(parsed.text).toBe(text);
});

test('a notice of the site to its owner comes from the site and has no address for replies', async () => {
  const { parsed } = await compose({ notice: 'home was\nrolled back', message: 'It failed.\n' });
  expect(parsed.subject).toBe('Pig & Co.: home was rolled back');
  expect(parsed.from?.text).toBe('"Website von Pig & Co." <website@pig.example>');
  expect(parsed.replyTo).toBeUndefined();
  expect(parsed.text).toBe('It failed.\n');
});

test('a shell without words for mails loses no message', async () => {
  const { parsed } = await compose({}, createdAt, { ...recipient, timeZone: 'UTC', texts: {} });
  expect(parsed.subject).toBe('Zoe Miller');
  expect(parsed.from?.value[0]?.name).toBe('Pig & Co.');
  expect(parsed.text).toMatch(/^Zoe Miller <zoe@example.org>, .*2026.* 10:20:30.*UTC:\n\nHello,/);
});

test('all copies of a message have one Message-ID, another message or day has another', async () => {
  const idOf = async (more = {}, at = createdAt) => (await compose(more, at)).parsed.messageId;
  const first = await idOf();
  expect(first).toMatch(/^<[0-9a-f]{16}\.2026-11-21@pig\.example>$/);
  expect(await idOf({}, new Date('2026-11-21T10:20:31Z'))).toBe(first);
  expect(await idOf({}, new Date('2026-11-22T10:20:30Z'))).not.toBe(first);
  expect(await idOf({ message: 'Good-bye' })).not.toBe(first);
});

test('the mail is plain text, with long lines as they were written', async () => {
  const long = `${'long line '.repeat(50)}end`;
  const { raw, parsed } = await compose({ message: long });
  expect(raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(raw).not.toContain('flowed');
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(79);
  expect(parsed.text).toContain(`\n${long}\n`);
  expect(parsed.html).toBe(false);
});

test.each([
  ['Grüße 🐷 Привет', 'Grüße 🐷 Привет'],
  [' ', '(kein Text)'],
])('the message %j is written as %s', async (text, written) => {
  expect((await compose({ message: text })).parsed.text).toContain(`:\n\n${written}\n\n-- \n`);
});

test.each([
  ['Jörg', '李', 'Jörg 李'],
  // No comma or bracket makes a second address.
  ['Zoe, <eve@example.org>', '"x"', 'Zoe, <eve@example.org> "x"'],
  ['a\u202eb', '', 'a b'],
  // Nothing that looks like an encoded word is decoded.
  ['=?utf-8?q?Bank?=', '', '= ?utf-8?q?Bank?='],
  ['', '', 'zoe@example.org'],
])('the visitor %j %j is named %s', async (firstName, lastName, name) => {
  const { raw, parsed } = await compose({ firstName, lastName });
  expect(parsed.subject).toBe(`Nachricht von ${name} – Pig & Co.`);
  expect(parsed.replyTo?.value).toEqual([{ name: firstName && name, address: 'zoe@example.org' }]);
  expect(raw).not.toMatch(/^(?:Subject|Reply-To):.*=\?utf-8\?q\?Bank/im);
});

test.each([
  ['zoe@bücher.example', 'zoe@xn--bcher-kva.example'],
  ['zoëy@example.org', undefined],
  ['zoe@a\ud800.example', 'zoe@xn--a-rc4g.example'],
])('to %j one answers at %s; else the text has the address', async (email, replyTo) => {
  const { raw, parsed } = await compose({ email });
  expect(/^Reply-To: .*<(.*)>/m.exec(raw)?.[1]).toBe(replyTo);
  if (!replyTo) expect(parsed.text).toContain('schreib selbst an zo');
  expect(Buffer.from(raw).every((byte) => byte < 128)).toBe(true);
});

async function send(SMTP_URL: string, SMTP_CA?: string) {
  const pool = createTransport(smtpOptions(SMTP_URL, SMTP_CA));
  const sent = pool.sendMail(composeMail(entry, from, recipient));
  return (await sent.finally(() => pool.close())).response;
}

test('a server on this machine needs no certificate that the system trusts, any other does', async () => {
  const { url } = await startSmtpServer({ hasTls: true });
  expect(await send(url)).toMatch(/^250 /);
  // By this address the server counts as one of another machine.
  const elsewhere = url.replace('127.0.0.1', '0.0.0.0');
  await expect(send(elsewhere)).rejects.toThrow('self-signed certificate');
  expect(await send(elsewhere, certificateFile)).toMatch(/^250 /);
});

test('a wrong password is a refusal, and a right one is used', async () => {
  const guarded = await startSmtpServer({ login: ['zoe', 'right'] });
  const refused = send(guarded.url.replace('right', 'wrong'));
  await expect(refused).rejects.toMatchObject({ responseCode: 535 });
  expect(await send(guarded.url)).toMatch(/^250 /);
});

test('with a password and a server that asks for none, nothing is sent anonymously', async () => {
  const mailServer = await startSmtpServer();
  await expect(send(mailServer.url.replace('//', '//zoe:secret@'))).rejects.toThrow();
  expect(mailServer.mails).toEqual([]);
});

test('a password is sent over the network only with encryption', () => {
  const url = 'smtp://zoe:secret@mail.example';
  const usual = { url, pool: true, maxConnections: 5, maxRequeues: 1, connectionTimeout: 10_000 };
  const safe = { forceAuth: true, requireTLS: true, tls: { rejectUnauthorized: true } };
  expect(smtpOptions(url)).toEqual({ ...usual, ...safe });
  for (const host of ['127.0.0.1', 'localhost', '[::1]:25'])
    expect(smtpOptions(`smtp://zoe:secret@${host}`).requireTLS).toBe(false);
  expect(smtpOptions('smtp://mail.example').requireTLS).toBe(false);
  const encrypted = { forceAuth: true, requireTLS: false };
  expect(smtpOptions('smtps://zoe:secret@mail.example')).toMatchObject(encrypted);
});
