import { expect, test } from '@jest/globals';
import {
  formMarkup,
  startFormSite,
  typedTexts,
} from '@portfolio/test-support/contact/form-site.ts';

const site = await startFormSite();

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
