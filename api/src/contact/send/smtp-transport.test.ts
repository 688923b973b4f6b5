import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type SmtpServer, startSmtpServer } from '@portfolio/test-support/smtp-server.ts';
import {
  MailPostponedError,
  MailRefusedError,
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
afterEach(() => mailServer.stop());

async function send(url = mailServer.url, patience = 10_000) {
  const transport = openSmtpTransport(url);
  const signal = AbortSignal.timeout(patience);
  return transport.send('abc', mail, signal).finally(() => transport.close());
}

test('a mail is sent when the server said 250', async () => {
  expect(await send()).toMatch(/^250 /);
  expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual(['<abc@pig.example>']);
});

test('a 5xx is a refusal, with what the server said', async () => {
  mailServer.behaviour = 550;
  await expect(send()).rejects.toThrow(MailRefusedError);
  await expect(send()).rejects.toThrow('No such user');
});

test('a 4xx is a reason to come back', async () => {
  mailServer.behaviour = 451;
  await expect(send()).rejects.toThrow(MailPostponedError);
  await expect(send()).rejects.toThrow('Greylisted');
});

test.each(['drop in DATA', 'drop before 250'] as const)(
  'a server that does %s took nothing',
  async (manner) => {
    mailServer.behaviour = manner;
    await expect(send()).rejects.toThrow(MailPostponedError);
  },
);

test('a server that hangs is cut off when the attempt is over', async () => {
  mailServer.behaviour = 'hang';
  await expect(send(mailServer.url, 300)).rejects.toThrow(MailPostponedError);
});

test('no server at all is a reason to come back', async () => {
  await mailServer.stop();
  await expect(send()).rejects.toThrow(MailPostponedError);
  mailServer = await startSmtpServer();
});

test('a wrong password is a refusal, and a right one is used', async () => {
  const guarded = await startSmtpServer({ login: ['zoe', 'right'] });
  await expect(send(guarded.url.replace('right', 'wrong'))).rejects.toThrow(MailRefusedError);
  expect(await send(guarded.url)).toMatch(/^250 /);
  await guarded.stop();
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
