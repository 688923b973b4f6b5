import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { documentHeaders } from './document-headers.ts';

const service = 'https://api.example.com';
const player = 'https://player.example';

const plain = await startSmallApi();
const api = await startSmallApi({ CONNECT_ORIGINS: `${service}, ${player}` });

function policyOf(header: unknown): Map<string, string> {
  const directives = String(header)
    .split(';')
    .map((one) => one.trim().split(/ (.*)/s));
  return new Map(directives.map(([name = '', value = '']) => [name, value]));
}

test.each(['/home', '/nothing'])('%s runs and loads only resources of the site', async (page) => {
  const { headers } = await plain.get(page);
  const policy = policyOf(headers['content-security-policy']);
  expect(policy.get('default-src')).toBe("'none'");
  for (const kind of ['img-src', 'font-src', 'connect-src'])
    expect(policy.get(kind)).toBe("'self'");
  expect(policy.get('script-src')).toMatch(/^'self'( 'sha256-[\w+/=]{44}')*$/);
  expect(policy.get('style-src-elem')).toMatch(/^'sha256-[\w+/=]{44}'( 'sha256-[\w+/=]{44}')*$/);
  expect(policy.get('style-src-attr')).toBe("'unsafe-inline'");
  for (const refused of ['base-uri', 'frame-ancestors']) expect(policy.get(refused)).toBe("'none'");
  expect(policy.get('require-trusted-types-for')).toBe("'script'");
  expect(policy.get('trusted-types')).toBe('default');
});

test('a document has further security headers', async () => {
  const { headers } = await api.get('/home');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are allowed by hash, an empty style included', async () => {
  const { headers, body } = await api.get('/home');
  const policy = policyOf(headers['content-security-policy']);
  const own = [...body.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes]) => !/src=|application\/json/.test(attributes ?? ''),
  );
  const hashes = (tag: string) =>
    own.filter(([, name]) => name === tag).map(([, , , text]) => hashOf(text));
  const scripts = ["'self'", ...new Set(hashes('script'))];
  expect(policy.get('script-src')).toBe(scripts.join(' '));
  expect(policy.get('style-src-elem')).toBe([...hashes('style'), hashOf()].join(' '));
  expect(scripts.length).toBeGreaterThan(2);
  expect(body).not.toMatch(/\s(nonce|on\w+|style)="/);
});

test('a site that is served by HTTPS has HSTS', async () => {
  expect((await api.get('/home')).headers).not.toHaveProperty('strict-transport-security');
  const secure = await startSmallApi({ PUBLIC_URL: 'https://rubin.example' });
  const { headers } = await secure.get('/home');
  await secure.stop();
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});

test('every policy has the origins of CONNECT_ORIGINS, for calls, frames, pictures and films', async () => {
  for (const path of ['/home', '/unknown']) {
    const policy = policyOf((await api.get(path)).headers['content-security-policy']);
    for (const kind of ['connect-src', 'img-src'])
      expect(policy.get(kind)).toBe(`'self' ${service} ${player}`);
    for (const kind of ['frame-src', 'media-src'])
      expect(policy.get(kind)).toBe(`${service} ${player}`);
  }
});

test('in development a document has no policy, as development servers run scripts of their own', () => {
  const headers = documentHeaders('', { origins: [], isHttps: false, isDeveloped: true });
  expect(Object.keys(headers)).toEqual(['Content-Type', 'Vary']);
});
