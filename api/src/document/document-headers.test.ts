import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { DatabaseError } from '@portfolio/releases/database/database-errors.ts';
import { allow, readAllowances } from '@portfolio/releases/store/grants.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { documentHeaders } from './document-headers.ts';

const service = 'https://api.example.com';
const player = 'https://player.example';
const asked = { connect: [service], frame: [player] };
const all = { grants: [`connect=${service}`, `frame=${player}`] };

const plain = await startSmallApi();
const api = await startSmallApi();
await addRelease(api.store, 'blog', sectionFiles('blog', 'Blog'), { origins: asked });
beforeEach(() => allow(api.store, 'blog', all));

async function policyAt(path: string): Promise<string> {
  const { headers } = await api.get(path);
  return String(headers['content-security-policy']);
}

function policyOf(header: unknown): Map<string, string> {
  const directives = String(header)
    .split(';')
    .map((one) => one.trim().split(/ (.*)/s));
  return new Map(directives.map(([name = '', value = '']) => [name, value]));
}

test.each(['/home', '/nothing', '/'])(
  '%s runs and loads only resources of the site',
  async (page) => {
    const { headers } = await plain.get(page);
    const policy = policyOf(headers['content-security-policy']);
    expect(policy.get('default-src')).toBe("'none'");
    for (const kind of ['img-src', 'font-src', 'connect-src'])
      expect(policy.get(kind)).toBe("'self'");
    expect(policy.get('script-src')).toMatch(/^'self'( 'sha256-[\w+/=]{44}')*$/);
    expect(policy.get('style-src-elem')).toMatch(/^'sha256-[\w+/=]{44}'( 'sha256-[\w+/=]{44}')*$/);
    expect(policy.get('style-src-attr')).toBe("'unsafe-inline'");
    for (const refused of ['base-uri', 'frame-ancestors'])
      expect(policy.get(refused)).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe('default');
  },
);

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

test('scripts without a hash are refused, except in WebKit, which would refuse every preload', async () => {
  const engines = {
    Chrome: 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    Firefox: 'Gecko/20100101 Firefox/153.0',
    Safari: 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  };
  const refusing = Object.entries(engines).map(async ([name, agent]) => {
    const { headers } = await api.get('/home', { 'user-agent': agent });
    return 'integrity-policy' in headers ? [name] : [];
  });
  expect((await Promise.all(refusing)).flat()).toEqual(['Chrome', 'Firefox']);
});

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts and styles are allowed by hash, an empty style included', async () => {
  const { headers, body } = await api.get('/home');
  const policy = policyOf(headers['content-security-policy']);
  const own = [...body.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes]) => !/src=|application\/(ld\+)?json/.test(attributes ?? ''),
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

test('every policy has the origins that live sections request and the owner grants', async () => {
  await addRelease(api.store, 'shop', sectionFiles('shop', 'Shop'), {
    origins: { connect: ['https://shop.example', 'https://other.example'] },
  });
  await allow(api.store, 'shop', { grants: ['connect=https://shop.example'] });
  for (const path of ['/home', '/blog', '/blog/unknown', '/unknown']) {
    expect(await policyAt(path)).toContain(`connect-src 'self' ${service} https://shop.example;`);
    expect(await policyAt(path)).toContain(`frame-src ${player}`);
  }
});

test('frames get no camera', async () => {
  expect((await api.get('/home')).headers['permissions-policy']).toContain('camera=()');
});

test('an origin without a grant is not in the policy, and a revoked one leaves it at once', async () => {
  const asking = { connect: ['https://art.example'] };
  await addRelease(api.store, 'art', sectionFiles('art', 'Art'), { origins: asking });
  expect(await policyAt('/art')).not.toContain('art.example');
  expect(await policyAt('/home')).toContain(`connect-src 'self' ${service}`);
  await allow(api.store, 'blog', { grants: ['none', `frame=${player}`] });
  expect(await policyAt('/home')).not.toContain(service);
  expect(await policyAt('/home')).toContain(`frame-src ${player}`);
  // This origin is granted, but not requested.
  await allow(api.store, 'games', { grants: ['connect=https://games.example'] });
  expect(await policyAt('/games')).not.toContain('games.example');
});

test('a grant that no release requests changes no byte of a document', async () => {
  const site = await startSmallApi();
  const before = await site.get('/home');
  await allow(site.store, 'games', all);
  const after = await site.get('/home');
  expect(after.body).toBe(before.body);
  expect(after.headers).toMatchObject({ etag: before.headers.etag });
});

test('without the database documents keep their grants', async () => {
  expect(readAllowances(api.store)).toMatchObject({ blog: { origins: asked } });
  const { local } = api.store;
  const { read } = local;
  Object.assign(local, {
    read: () => {
      throw new DatabaseError('away');
    },
  });
  expect(await policyAt('/blog')).toContain(service);
  Object.assign(local, { read });
});

test('in development the policy refuses nothing, and knows the development servers', () => {
  const servers = ['http://127.0.0.1:8080/'];
  const headers = documentHeaders({ scripts: [], styles: [] }, { isHttps: false, servers });
  expect(headers).not.toHaveProperty('Content-Security-Policy');
  const policy = policyOf(headers['Content-Security-Policy-Report-Only']);
  expect(policy.get('script-src')).toBe("'self' http://127.0.0.1:8080/");
  expect(policy.get('connect-src')).toContain('ws://127.0.0.1:8080/');
});
