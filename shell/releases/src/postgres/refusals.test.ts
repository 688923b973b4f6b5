import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { settingsOf } from '@portfolio/test-support/store-settings.ts';
import { emptyPlace, openTemporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { openPool, type Pool } from './pool.ts';

const { DATABASE_URL = '' } = await emptyPlace();
const each = DATABASE_URL ? test.each : test.skip.each;

let pool: Pool;
beforeAll(async () => {
  pool = openPool(DATABASE_URL || 'postgres://nowhere/none', { max: 1 });
  if (!DATABASE_URL) return;
  await pool.run('CREATE ROLE guest LOGIN');
  await pool.run("CREATE ROLE stranger LOGIN CONNECTION LIMIT 0 PASSWORD 'x'");
});
afterAll(() => pool.end());

const { DATA_DIR } = settingsOf(await openTemporaryStore({}));
const noCertificate = path.join(DATA_DIR, 'ca.pem');

each([
  ['no server', (url: URL) => (url.port = '1'), /Correct host and port in DATABASE_URL/],
  ['no such host', (url: URL) => (url.hostname = 'x.invalid'), /Correct host and port/],
  ['no such user', (url: URL) => (url.username = 'nobody'), /Correct user and password/],
  ['no such database', (url: URL) => (url.pathname = '/none'), /Create that database/],
  ['a user without rights', (url: URL) => (url.username = 'guest'), /the owner of the database/],
  ['a user whose connections are used up', (url: URL) => (url.username = 'stranger'), /Raise/],
  ['a server without TLS', (url: URL) => (url.search = '?sslmode=require'), /Take sslmode out/],
  [
    'a certificate that is not there',
    (url: URL) => (url.search = `?sslmode=verify-full&sslrootcert=${noCertificate}`),
    /ca.pem cannot be read, ENOENT.*sslrootcert=/,
  ],
])('to %s commands say in a sentence what to do', async (_what, change, advice) => {
  const url = new URL(DATABASE_URL);
  change(url);
  const store = await openTemporaryStore({ DATABASE_URL: url.href });
  const asked = await store.remote?.pull().catch((error: Error) => error);
  expect(asked).toMatchObject({ name: 'DatabaseAwayError' });
  expect((asked as Error).message).toMatch(/^The database cannot be asked \(.+\), so nothing has/);
  expect((asked as Error).message).toMatch(advice);
  expect((asked as Error).message).not.toContain('\n');
});
