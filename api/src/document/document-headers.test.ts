import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { documentHeaders } from './documents.ts';

const origins = 'https://api.example.com https://player.example';
const plain = await startSmallApi();
const api = await startSmallApi({
  CONNECT_ORIGINS: origins.replace(' ', ', '),
  PUBLIC_URL: 'https://rubin.example',
});

function policyOf({ headers }: Awaited<ReturnType<typeof api.get>>) {
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(directives.map((one) => one.trim().split(/ (.*)/s)));
}

test.each(['/home', '/nothing'])('%s runs and loads only resources of the site', async (page) => {
  expect(policyOf(await plain.get(page))).toMatchObject({
    'default-src': "'none'",
    'img-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'script-src': expect.stringMatching(/^'self'( 'sha256-[\w+/=]{44}')*$/),
    'style-src-elem': expect.stringMatching(/^'sha256-[\w+/=]{44}'( 'sha256-[\w+/=]{44}')*$/),
    'style-src-attr': "'unsafe-inline'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  });
  // With the origins of CONNECT_ORIGINS for calls, frames, pictures and films.
  expect(policyOf(await api.get(page))).toMatchObject({
    'connect-src': `'self' ${origins}`,
    'img-src': `'self' ${origins}`,
    'frame-src': origins,
    'media-src': origins,
  });
});

test('a document has further security headers, where the site is served by HTTPS with HSTS', async () => {
  const { headers } = await api.get('/home');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect((await plain.get('/home')).headers).not.toHaveProperty('strict-transport-security');
});

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are allowed by hash, an empty style included', async () => {
  const answer = await api.get('/home');
  const policy = policyOf(answer);
  const own = [...answer.body.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes]) => !/src=|application\/json/.test(attributes ?? ''),
  );
  const hashes = (tag: string) =>
    own.filter(([, name]) => name === tag).map(([, , , text]) => hashOf(text));
  const scripts = ["'self'", ...new Set(hashes('script'))];
  expect(policy['script-src']).toBe(scripts.join(' '));
  expect(policy['style-src-elem']).toBe([...hashes('style'), hashOf()].join(' '));
  expect(scripts.length).toBeGreaterThan(2);
  expect(answer.body).not.toMatch(/\s(nonce|on\w+|style)="/);
});

test('in development a document has no policy, as development servers run scripts of their own', () => {
  const headers = documentHeaders('', { store: plain.store, origin: '', devServers: {} });
  expect(Object.keys(headers)).toEqual(['Content-Type', 'Vary']);
});
