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
  expect(checkOwner(folder)).toEqual([
    'kit/owner.json: "name" has to be your name.',
    'kit/owner.json: "availability" has to be "open" or "busy".',
    'kit/owner.json: "phone" has to be a number in quotes, or "" where there is none.',
    'kit/owner.json: "email" has to be your e-mail address: it is shown where nothing else works.',
    'kit/owner.json: "profiles.0.url" has to be a whole address, such as https://www.example.com/me.',
    expect.stringMatching(/^kit\/owner.json: "profiles.0.icon" has to be one of house, /),
    'kit/owner.json: "repository" has to be a whole address, such as https://www.example.com/me, or "" where there is none.',
    'kit/owner.json: "timeZone" has to be a time zone, such as Europe/Berlin.',
    'kit/owner.json: "imprint" has to be the address the law asks for, or "" where there is none.',
  ]);
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
