import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type SmtpServer, startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { simpleParser } from 'mailparser';
import { createLog } from '../../log.ts';
import {
  MailRefusedError,
  openFolderTransport,
  openSmtpTransport,
  smtpOptions,
} from './transport.ts';

const mail = {
  messageId: '<abc@pig.example>',
  from: 'website@pig.example',
  to: 'owner@pig.example',
  text: 'Hello',
};

let mailServer: SmtpServer;
beforeEach(async () => {
  mailServer = await startSmtpServer();
});

async function send(url = mailServer.url) {
  const transport = openSmtpTransport(url);
  const signal = AbortSignal.timeout(10_000);
  return transport.send('abc', mail, signal).finally(() => transport.close());
}

test('no server at all is a reason to come back', async () => {
  await mailServer.stop();
  await expect(send()).rejects.not.toThrow(MailRefusedError);
});

test('a wrong password is a refusal, and a right one is used', async () => {
  const guarded = await startSmtpServer({ login: ['zoe', 'right'] });
  await expect(send(guarded.url.replace('right', 'wrong'))).rejects.toThrow(MailRefusedError);
  expect(await send(guarded.url)).toMatch(/^250 /);
});

test('with a password and a server that asks for none, nothing is sent anonymously', async () => {
  await expect(send(mailServer.url.replace('//', '//zoe:secret@'))).rejects.toThrow();
  expect(mailServer.mails).toEqual([]);
});

test('a password goes over the net encrypted or not at all', () => {
  expect(smtpOptions('smtp://zoe:secret@mail.example').requireTLS).toBe(true);
  expect(smtpOptions('smtp://zoe:secret@127.0.0.1').requireTLS).toBe(false);
  expect(smtpOptions('smtp://zoe:secret@[::1]:25').requireTLS).toBe(false);
  expect(smtpOptions('smtp://mail.example').requireTLS).toBe(false);
  expect(smtpOptions('smtps://zoe:secret@mail.example').forceAuth).toBe(true);
});

test('a mail becomes one whole file named by its id', async () => {
  const folder = temporaryFolder();
  const transport = openFolderTransport(folder, createLog('silent'));
  expect(await transport.send('abc', mail, AbortSignal.timeout(60_000))).toContain('abc.eml');
  expect(readdirSync(path.join(folder, 'mail'))).toEqual(['abc.eml']);
  const parsed = await simpleParser(readFileSync(path.join(folder, 'mail', 'abc.eml')));
  expect(parsed.text).toContain('Hello');
  transport.close();
});

test('a folder that cannot be written is a reason to come back', async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'mail'), 'a file is in the way');
  const transport = openFolderTransport(folder, createLog('silent'));
  await expect(transport.send('abc', mail, AbortSignal.timeout(60_000))).rejects.toThrow();
});
