import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { checkSources } from './check-sources.ts';

const folder = temporaryFolder();
await mkdir(path.join(folder, 'kit'));
const own = await readFile(path.join(import.meta.dirname, '../../../kit/owner.json'), 'utf8');

async function faultsOf(text: string): Promise<string[]> {
  await writeFile(path.join(folder, 'kit/owner.json'), text);
  return check(folder);
}

/** All but the last fault: there are no texts. */
const site = { set: undefined, connectOrigins: [] };
const check = (shell: string) =>
  checkSources(site, shell, { name: 'shell', requires: {} }).faults.slice(0, -1);

test.each([
  [{ name: ' ' }, /"name": Too small/],
  [{ email: 'me' }, /"email": Invalid email address/],
  [
    { profiles: [{ label: 'a', url: 'code.example/me', icon: 'star' }] },
    /"profiles.0.url": a whole/,
  ],
  [{ repository: 'code.example/me' }, /"repository": a whole address/],
  [{ timeZone: 'Leipzig' }, /"timeZone": a time zone, such as Europe\/Berlin/],
  [{ imprint: undefined }, /"imprint": Invalid input: expected string/],
])("%j of the owner's details is named, with what is expected", async (changed, fault) => {
  const faults = await faultsOf(JSON.stringify({ ...JSON.parse(own), ...changed }));
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('a byte order mark at the begin is ignored, a broken or missing file is named', async () => {
  expect(await faultsOf(`\ufeff${own}`)).toEqual([]);
  expect(await faultsOf('{ "name": "Ada",, }')).toEqual([
    expect.stringMatching(/^kit\/owner\.json cannot be read: .*JSON/),
  ]);
  expect(check(path.join(folder, 'kit'))).toEqual([expect.stringMatching(/ENOENT/)]);
});
