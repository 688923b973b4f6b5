import { expect, test } from '@jest/globals';
import { describeRelease, publishStatement } from '@portfolio/test-support/statements.ts';
import { readStatement } from './statement.ts';

const { release } = describeRelease('games');
const refusal = expect.objectContaining({ status: 400 });
const bytesOf = (statement: object) =>
  Buffer.isBuffer(statement) ? statement : Buffer.from(JSON.stringify(statement));
const framesOf = (count: number) => {
  const place = { bytes: 1, integrity: `sha384-${'A'.repeat(64)}` };
  const frames = Array.from(
    { length: count },
    (_, at) => `${at}${'a'.repeat(11)}-${'b'.repeat(12)}`,
  );
  return Object.fromEntries(frames.map((frame) => [frame, place]));
};

const pagesOfReleases = (count: number) => {
  const refs = Array.from({ length: count }, (_, at) => `games@${`${at}`.padStart(12, '0')}`);
  return Object.fromEntries(refs.map((ref) => [ref, {}]));
};

test.each([
  ['no JSON', Buffer.from('{')],
  ['no statement', Buffer.from('null')],
  ['a word for nothing there is', publishStatement(release, { does: 'remove' })],
  ['more than there is to say', publishStatement(release, { also: 1 })],
  [
    'another id than that of the description',
    publishStatement(release, { release: 'f'.repeat(12) }),
  ],
  [
    'a description of another hash than its id',
    publishStatement({ ...release, requires: { react: '^19.0.0' } }),
  ],
  ['pages under more frames than there are', publishStatement(release, { pages: framesOf(5) })],
  [
    'pages of more releases than a site has',
    publishStatement(describeRelease('shell').release, { sectionPages: pagesOfReleases(101) }),
  ],
  ['a description of another section', publishStatement(release, { section: 'home' })],
  ['a counter that is none', publishStatement(release, { counter: 1.5 })],
  ['no site', publishStatement(release, { site: undefined })],
  ['no expiry', publishStatement(release, { expires: 'never' })],
  ['a frame that leads elsewhere', publishStatement(release, { pages: { '../../x': {} } })],
  ...['../up.svg', '/etc/passwd', 'a/../../b', 'a\\b', '.hidden', 'a//b', 'x'.repeat(300)].map(
    (file): [string, object] => {
      const bad = describeRelease('games', { 'main.mjs': '', [file]: 'x' });
      return [`a file called ${file.slice(0, 20)}`, publishStatement(bad.release)];
    },
  ),
])('%s is refused, whoever signed it', (_what, statement) => {
  expect(() => readStatement(bytesOf(statement))).toThrow(refusal);
});

test('__proto__ is no file of a release', () => {
  const text = JSON.stringify(publishStatement(describeRelease('games').release));
  const place = JSON.stringify({ bytes: 1, integrity: `sha384-${'A'.repeat(64)}` });
  const bytes = Buffer.from(text.replace('"files":{', `"files":{"__proto__":${place},`));
  expect(bytes.toString()).toContain('__proto__');
  expect(JSON.stringify(readStatement(bytes))).not.toContain('__proto__');
});

test('more files and more bytes than a release may have are refused before any is sent', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`resources/${index}.svg`, '']),
  );
  const { release: crowded } = describeRelease('games', { 'main.mjs': '', ...many });
  expect(() => readStatement(bytesOf(publishStatement(crowded)))).toThrow(refusal);
  const files = {
    ...release.files,
    'film.mp4': { bytes: 2 ** 31, integrity: `sha384-${'A'.repeat(64)}` },
  };
  const { release: heavy } = describeRelease('games', undefined, { files });
  expect(() => readStatement(bytesOf(publishStatement(heavy)))).toThrow(refusal);
});
