/** @jest-environment node */
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { ApiError, baseAddress, callApi } from './api-client.ts';
import { startLocalApi } from './testing/local-api.ts';

const api = await startLocalApi();
afterAll(api.stop);
afterEach(() => {
  api.answer((response) => response.end());
});

const get = { method: 'GET', path: '/api/locales/en' } as const;
const json = { 'Content-Type': 'application/json' };

test('a call goes to the own origin, asks for JSON and carries no authorization', async () => {
  await callApi(get);
  const { method, url, headers } = api.seen.request ?? {};
  expect([method, url]).toEqual(['GET', '/api/locales/en']);
  expect(headers?.accept).toBe('application/json');
  expect(headers).not.toHaveProperty('authorization');
  expect(headers).not.toHaveProperty('content-type');
});

test.each([{ a: 'ü' }, [1], false, null, 0, ''])('the body %j is sent as JSON', async (body) => {
  await callApi({ method: 'POST', path: '/api/contact', body });
  expect(api.seen.request?.headers['content-type']).toBe('application/json');
  expect(api.seen.body).toBe(JSON.stringify(body));
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

test('a call that the server cuts off rejects with the error of fetch, not as cancelled', async () => {
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

test('204 has no body', async () => {
  api.answer((response) => response.writeHead(204, json).end());
  expect(await callApi(get)).toBeUndefined();
});

test.each([
  ['application/json', '{"a":[1,true]}', { a: [1, true] }],
  ['application/json; charset=utf-8', 'false', false],
  ['application/problem+json', '{}', {}],
  ['application/yaml', 'a: 1', 'a: 1'],
  ['text/plain', '{"a":1}', '{"a":1}'],
  ['', '[]', '[]'],
])('an answer of the type %s is read according to its type', async (type, body, read) => {
  api.answer((response) => response.writeHead(200, { 'Content-Type': type }).end(body));
  expect(await callApi(get)).toEqual(read);
});

test('an answer that is not OK rejects with its whole content', async () => {
  const body = { error: 'No.', field: 'email' };
  api.answer((response) => response.writeHead(400, 'Bad Pig', json).end(JSON.stringify(body)));
  const error: unknown = await callApi(get).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  const url = `${location.origin}/api/locales/en`;
  const message = 'Bad Request';
  expect(error).toMatchObject({ url, status: 400, statusText: 'Bad Pig', body, message });
});

test("a call's own messages and the generic one reach the caller", async () => {
  api.answer((response) => response.writeHead(429, 'Slow').end('later'));
  const declared = callApi({ ...get, errors: { 429: 'Too much' } });
  await expect(declared).rejects.toThrow(/^Too much$/);
  await expect(callApi(get)).rejects.toThrow(
    /^Generic Error: status: 429; status text: Slow; body: "later"$/,
  );
});

test('an answer with a JSON type and another body rejects', async () => {
  api.answer((response) => response.writeHead(200, json).end('{'));
  await expect(callApi(get)).rejects.toMatchObject({ name: 'SyntaxError' });
});

test.each([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
])('the catalogue says for %i: %s', (status, message) => {
  const answer = { url: '', status, statusText: 'Odd', body: undefined };
  expect(new ApiError(answer).message).toBe(message);
});
