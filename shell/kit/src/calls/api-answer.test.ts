/** @jest-environment node */
import { afterAll, expect, test } from '@jest/globals';
import { startLocalApi } from '../testing/local-api.ts';
import { ApiError, callApi } from './api-client.ts';

const api = await startLocalApi();
afterAll(api.stop);

const get = { method: 'GET', path: '/api/locales/en' } as const;
const json = { 'Content-Type': 'application/json' };

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
])('an answer of the type %s is read as what it is', async (type, body, read) => {
  api.answer((response) => response.writeHead(200, { 'Content-Type': type }).end(body));
  expect(await callApi(get)).toEqual(read);
});

test('an answer without a type is read as text', async () => {
  api.answer((response) => response.end('[]'));
  expect(await callApi(get)).toBe('[]');
});

test('an answer that is not OK is raised with everything the server said', async () => {
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

test('an answer that promises JSON and is none is raised', async () => {
  api.answer((response) => response.writeHead(200, json).end('{'));
  await expect(callApi(get)).rejects.toMatchObject({ name: 'SyntaxError' });
});

test('a failure that promises JSON and sends a page is still that failure', async () => {
  api.answer((response) => response.writeHead(502, json).end('<h1>Proxy</h1>'));
  const failure = { name: 'ApiError', status: 502, body: '<h1>Proxy</h1>' };
  await expect(callApi(get)).rejects.toMatchObject({ ...failure, message: 'Bad Gateway' });
});
