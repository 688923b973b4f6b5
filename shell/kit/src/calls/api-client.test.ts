/** @jest-environment node */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { startLocalApi } from '../testing/local-api.ts';
import { baseAddress, callApi, credentials } from './api-client.ts';
import { sendMail } from './send-mail.ts';

const api = await startLocalApi();
afterAll(api.stop);
afterEach(() => {
  delete credentials.authorization;
  api.answer((response) => response.end());
});

const get = { method: 'GET', path: '/api/locales/en' } as const;

test('a call goes to the own origin, asks for JSON and carries no authorization', async () => {
  await callApi(get);
  const { method, url, headers } = api.seen.request ?? {};
  expect([method, url]).toEqual(['GET', '/api/locales/en']);
  expect(headers?.accept).toBe('application/json');
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('content-type');
});

test('configured credentials are sent', async () => {
  credentials.authorization = 'Bearer pig';
  await callApi(get);
  expect(api.seen.request?.headers.authorization).toBe('Bearer pig');
});

test.each([{ a: 'ü' }, [1], false, null, 0, ''])('the body %j is sent as JSON', async (body) => {
  await callApi({ method: 'POST', path: '/api/contact', body });
  expect(api.seen.request?.headers['content-type']).toBe('application/json');
  expect(api.seen.body).toBe(JSON.stringify(body));
});

test('a mail is one POST, and its answer is the success flag', async () => {
  const message = { firstName: 'Zoe', lastName: '', email: 'zoe@example.org', message: 'Hi' };
  api.answer((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('false');
  });
  expect(await sendMail(message)).toBe(false);
  expect([api.seen.request?.method, api.seen.request?.url]).toEqual(['POST', '/api/contact']);
  expect(JSON.parse(api.seen.body ?? '')).toEqual(message);
});

test.each(['before it began', 'while it waited', 'while the answer came'])(
  'a call cancelled %s is raised as "Request aborted"',
  async (moment) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    api.answer((response) => {
      if (moment === 'while the answer came') response.write('half', abort);
      else abort();
    });
    if (moment === 'before it began') abort();
    await expect(callApi({ ...get, signal: controller.signal })).rejects.toMatchObject({
      name: 'CancelError',
      message: 'Request aborted',
    });
  },
);

test.each(['nothing', 'half an answer'])(
  'a call that got %s until its deadline is cancelled',
  async (got) => {
    api.answer((response) => {
      if (got === 'half an answer') response.write('half');
    });
    await expect(callApi({ ...get, deadlineMs: 20 })).rejects.toMatchObject({
      name: 'CancelError',
    });
  },
);

test('a call that is cut off is raised as what it is, not as cancelled', async () => {
  api.answer((response) => response.destroy());
  const { signal } = new AbortController();
  await expect(callApi({ ...get, signal })).rejects.toMatchObject({ name: 'TypeError' });
});

test.each([
  ['https://rubin.example', 'https://rubin.example'],
  ['http://192.168.0.7:8080', 'http://192.168.0.7:8080'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['https://localhost.example', 'https://localhost.example'],
  ['http://localhost', 'http://localhost:5037'],
  ['https://localhost:3000', 'http://localhost:5037'],
  ['http://localhost:5037', 'http://localhost:5037'],
])('a page on %s calls %s', (page, api) => {
  expect(baseAddress(new URL(page))).toBe(api);
});
