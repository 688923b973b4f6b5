/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiError, baseAddress, callApi } from './api-client.ts';

let answer: (response: ServerResponse) => void;
const seen: { request?: IncomingMessage; body?: string } = {};

const server = createServer(async (request, response) => {
  Object.assign(seen, { request, body: await text(request) });
  answer(response);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
Object.assign(globalThis, { location: new URL(`http://127.0.0.1:${port}`) });

beforeEach(() => {
  answer = (response) => response.end();
});
afterAll(() => server.close().closeAllConnections());

const get = { method: 'GET', path: '/api/locales/en' } as const;
const json = { 'Content-Type': 'application/json' };

test('a call goes to the own origin, asks for JSON, carries no authorization and waits 8 s', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  await callApi(get);
  expect(timeout.mock.calls).toEqual([[8000]]);
  const { method, url, headers } = seen.request ?? {};
  expect([method, url]).toEqual(['GET', '/api/locales/en']);
  expect(headers).toMatchObject({ accept: 'application/json' });
  expect(Object.keys(headers ?? {}).join()).not.toMatch(/authorization|content-type/);
});

test.each([{ a: 'ü' }, [1], false, null, 0, ''])('the body %j is sent as JSON', async (body) => {
  await callApi({ method: 'POST', path: '/api/contact', body });
  expect(seen.request?.headers['content-type']).toBe('application/json');
  expect(seen.body).toBe(JSON.stringify(body));
});

const moments = ['before it began', 'while it waited', 'while the answer came'];
test.each(moments)('a call cancelled %s is raised as "Request aborted"', async (moment) => {
  const controller = new AbortController();
  const abort = () => controller.abort();
  answer = (response) => {
    if (moment === 'while the answer came') response.write('half', abort);
    else abort();
  };
  if (moment === 'before it began') abort();
  const { signal } = controller;
  const aborted = { name: 'CancelError', message: 'Request aborted' };
  await expect(callApi({ ...get, signal })).rejects.toMatchObject(aborted);
});

test('a call that got half an answer until its deadline is cancelled', async () => {
  answer = (response) => response.write('half');
  await expect(callApi({ ...get, deadlineMs: 20 })).rejects.toMatchObject({ name: 'CancelError' });
});

test('a call that the server cuts off rejects with the error of fetch, not as cancelled', async () => {
  answer = (response) => response.destroy();
  const { signal } = new AbortController();
  await expect(callApi({ ...get, signal })).rejects.toMatchObject({ name: 'TypeError' });
});

test.each([
  ['https://rubin.example', 'https://rubin.example'],
  ['http://192.168.0.7:8080', 'http://192.168.0.7:8080'],
  ['https://localhost.example', 'https://localhost.example'],
  ['http://localhost', 'http://localhost:5037'],
  ['https://localhost:3000', 'http://localhost:5037'],
])('a page on %s calls %s', (page, api) => {
  expect(baseAddress(new URL(page))).toBe(api);
});

test('204 has no body', async () => {
  answer = (response) => response.writeHead(204, json).end();
  expect(await callApi(get)).toBeUndefined();
});

test.each([
  ['application/json', '{"a":[1,true]}', { a: [1, true] }],
  ['application/problem+json; charset=utf-8', 'false', false],
  ['application/yaml', 'a: 1', 'a: 1'],
  ['text/plain', '{"a":1}', '{"a":1}'],
  ['', '[]', '[]'],
])('an answer of the type %s is read according to its type', async (type, body, read) => {
  answer = (response) => response.writeHead(200, { 'Content-Type': type }).end(body);
  expect(await callApi(get)).toEqual(read);
});

test('an answer that is not OK rejects with its whole content', async () => {
  const body = { error: 'No.', field: 'email' };
  answer = (response) => response.writeHead(400, 'Bad Pig', json).end(JSON.stringify(body));
  const error: unknown = await callApi(get).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  const url = `${location.origin}/api/locales/en`;
  const message = 'Bad Request';
  expect(error).toMatchObject({ url, status: 400, statusText: 'Bad Pig', body, message });
});

test("a call's own messages and the generic one reach the caller", async () => {
  answer = (response) => response.writeHead(429, 'Slow').end('later');
  await expect(callApi({ ...get, errors: { 429: 'Too much' } })).rejects.toThrow(/^Too much$/);
  const fault = /^Generic Error: status: 429; status text: Slow; body: "later"$/;
  await expect(callApi(get)).rejects.toThrow(fault);
});

test('an answer with a JSON type and another body rejects', async () => {
  answer = (response) => response.writeHead(200, json).end('{');
  await expect(callApi(get)).rejects.toMatchObject({ name: 'SyntaxError' });
});

test('a failure with a JSON type and a page as its body keeps its status', async () => {
  answer = (response) => response.writeHead(502, json).end('<h1>Proxy</h1>');
  const failure = { name: 'ApiError', status: 502, body: '<h1>Proxy</h1>' };
  await expect(callApi(get)).rejects.toMatchObject({ ...failure, message: 'Bad Gateway' });
});

test('the catalogue has a message for each status', () => {
  const says = (status: number) =>
    new ApiError({ url: '', status, statusText: '', body: '' }).message;
  const all = 'Unauthorized,Forbidden,Not Found,Internal Server Error,Service Unavailable';
  expect([401, 403, 404, 500, 503].map(says).join()).toBe(all);
});
