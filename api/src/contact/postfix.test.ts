import { expect, test as rule } from '@jest/globals';
import { writeTo } from '@portfolio/test-support/contact/write-to.ts';
import { canRunPostfix, startPostfix } from '@portfolio/test-support/postfix.ts';
import { startApi } from '@portfolio/test-support/start-api.ts';
import { until } from '@portfolio/test-support/until.ts';
import { simpleParser } from 'mailparser';

const postfix = canRunPostfix ? await startPostfix() : undefined;
const test = postfix ? rule : rule.skip;

test('a message is in a mailbox of a real Postfix, as it was written', async () => {
  const both = { MAIL_FROM: 'website@pig.example', MAIL_TO: 'owner@pig.example' };
  const site = await startApi({ SMTP_URL: postfix?.url ?? '', ...both });
  const message = 'Grüße 🐷\r\n.\r\nFrom here on the text goes on.\r\n..\r\n\r\nEnd';
  const written = { firstName: 'Jörg', lastName: 'Müller, jr.', email: 'j@example.org', message };
  expect(await (await writeTo(site.url, written)).json()).toBe(true);
  await until(() => postfix?.mails().length === 1, 'the mail is in the mailbox');

  const mail = await simpleParser(postfix?.mails()[0] ?? '');
  expect(mail.subject).toBe('Message from Jörg Müller, jr.');
  expect(mail.replyTo?.value).toEqual([{ name: 'Jörg Müller, jr.', address: 'j@example.org' }]);
  expect(mail.text).toContain(message.replaceAll('\r\n', '\n'));
});

test('a recipient a real Postfix does not know is a refusal, kept and shown', async () => {
  const to = { MAIL_TO: 'nobody@pig.example' };
  const site = await startApi({ SMTP_URL: postfix?.url ?? '', ...to });
  const written = { firstName: '', lastName: '', email: 'j@example.org', message: 'Hello' };
  expect(await (await writeTo(site.url, written)).json()).toBe(false);
  expect(await site.health()).toMatchObject({
    refused: 1,
    lastRefusal: '550',
  });
});
