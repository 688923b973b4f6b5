import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { checkOwner } from './check-owner.ts';

const folder = temporaryFolder();
const write = (text: string) => writeFile(path.join(folder, 'kit/owner.json'), text);
beforeAll(() => mkdir(path.join(folder, 'kit')));

test("every fault of the owner's details is named, with what is expected", async () => {
  await write(
    JSON.stringify({
      name: ' ',
      place: '',
      availability: 'opne',
      phone: 4940,
      email: 'me',
      profiles: [{ label: 'contact.findMe.code', url: 'code.example/me', icon: 'octocat' }],
      repository: 'code.example/me/portfolio',
      language: 'en',
      timeZone: 'Leipzig',
    }),
  );
  expect(checkOwner(folder)).toEqual(
    [
      /"name": Too small/,
      /"availability": Invalid option: expected one of "open"\|"busy"/,
      /"phone": Invalid input: expected string/,
      /"email": Invalid email address/,
      /"profiles.0.url": a whole address, such as https:/,
      /"profiles.0.icon": Invalid option: expected one of "house"/,
      /"repository": a whole address/,
      /"timeZone": a time zone, such as Europe\/Berlin/,
      /"imprint": Invalid input: expected string/,
    ].map((fault) => expect.stringMatching(fault)),
  );
});

test('a byte order mark at the begin of a file is ignored', async () => {
  const details = await readFile(path.join(import.meta.dirname, '../../../kit/owner.json'), 'utf8');
  await write(`\ufeff${details}`);
  expect(checkOwner(folder)).toEqual([]);
});

test('a broken or missing file is named', async () => {
  await write('{ "name": "Ada",, }');
  expect(checkOwner(folder)).toEqual([expect.stringMatching(/^kit\/owner\.json is no JSON: /)]);
  expect(checkOwner(path.join(folder, 'kit'))).toEqual([
    'kit/owner.json is missing: it says whose site it is.',
  ]);
});
