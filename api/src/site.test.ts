import { expect, test } from '@jest/globals';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const api = await startSmallApi();

test.each([
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['GET', '/api/locales'],
  ['POST', '/api/locales/en'],
  ['DELETE', '/api/locales/en'],
])('%s %s is no call, and the answer says which there are', async (method, address) => {
  const { status, headers, body } = await api.ask(method, address);
  expect(status).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(body).error).toBe(
    `There is no call ${method} ${address}. There are GET /api/locales/{language} and POST /api/contact.`,
  );
});

test.each(['/%E0%A4%A', '/%', '/api/locales/%ff', '/releases/home/%c0%af/x', '/home%'])(
  '%s cannot be read, which is no fault of the server',
  async (address) => {
    const { status, body } = await api.get(address);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ error: 'The request cannot be read.' });
  },
);

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
  '%s of a page is refused without a fault of the server',
  async (method) => {
    const { status } = await api.ask(method, '/home');
    // A page takes the form of a visitor without script, and nothing else.
    expect(method === 'POST' ? [415] : [404, 405]).toContain(status);
  },
);

test('the health says what is live', async () => {
  const { status, headers, body } = await api.get('/healthz');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const live = Object.entries(api.releases).map(([name, { id }]) => [name, id]);
  expect(JSON.parse(body)).toMatchObject({ status: 'ok', live: Object.fromEntries(live) });
});

test('no browser takes an answer of a call for something else', async () => {
  const asked = [api.get('/api/pig'), api.get('/healthz'), api.get('/api/locales/pig')];
  const refused = [api.ask('POST', '/api/contact'), api.ask('PUT', '/api/contact'), api.get('/%')];
  for (const { headers } of await Promise.all([...asked, ...refused]))
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ]);
});
