import { expect, test } from '@jest/globals';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { load } from 'js-yaml';

const api = await startSmallApi();

test('one document has the texts of the shell and of every live section', async () => {
  const { status, headers, body } = await api.get('/api/locales/de');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(load(body)).toMatchObject({
    site: { title: 'Schweine', description: 'Über Schweine' },
    home: { document: { title: 'Home de' } },
    games: { document: { title: 'Games de' } },
  });
});

test.each(['fr', 'de-AT', 'EN', 'pig'])('%s is not offered', async (code) => {
  const { status, body } = await api.get(`/api/locales/${code}`);
  expect(status).toBe(404);
  expect(JSON.parse(body).error).toBe(`There are no texts in "${code}", only: de, en.`);
});

test.each(['e', '1', 'en.yaml', '..%2fen', 'en%00', '%F0%9F%90%B7', 'x'.repeat(999), 'e%20n'])(
  '%j is nonsense',
  async (code) => {
    const { status, body } = await api.get(`/api/locales/${code}`);
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatch(/\.$/);
  },
);

test("a section's new texts are there with the next call, and the shell's own win", async () => {
  await layRelease(api.store, 'home', {
    'remoteEntry.0.mjs': '',
    'locales/en.yaml': 'home: { title: Ahoy }\nheader: { menu: Stolen }',
    'locales/de.yaml': 'home: { title: Ahoi }',
  });
  await api.get('/home');
  const { body } = await api.get('/api/locales/en');
  expect(load(body)).toMatchObject({ home: { title: 'Ahoy' }, header: { menu: 'Menu' } });
});
