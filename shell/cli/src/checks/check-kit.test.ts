import { expect, test } from '@jest/globals';
import { faultsOfKit } from './check-kit.ts';

const faultsWith = (
  exports: Record<string, string>,
  { changelog = '# Changes\n\n## 1.8.0\n\n- New: `Icon`.\n', comment = '' } = {},
) =>
  faultsOfKit({
    version: '1.8.0',
    changelog,
    recorded: { Button: 'const Button', Link: 'function Link()' },
    exports,
    comments: { Button: comment },
  });
const asRecorded = { Button: 'const Button', Link: 'function Link()' };

test.each([
  ['is gone', { Button: 'const Button' }, 'Link is gone'],
  ['is another one', { ...asRecorded, Link: 'function Link({ to })' }, 'Link is another one'],
  ['is new', { ...asRecorded, Picture: 'function Picture()' }, 'Picture is new'],
])('an export that %s has to be named in the latest entry', (_what, exports, begin) => {
  const [name = ''] = begin.split(' ');
  const sentence = `${begin}: name it in CHANGELOG.md below ## 1.8.0, as \`${name}\`.`;
  expect(faultsWith(exports)).toEqual([sentence]);
  const before = `# Changes\n\n## 1.8.0\n\n- New.\n\n## 1.7.0\n\n- \`${name}\`\n`;
  expect(faultsWith(exports, { changelog: before })).toEqual([sentence]);
});

test('what the latest entry names, and what stayed as it was, is no fault', () => {
  expect(faultsWith({ ...asRecorded, Icon: 'function Icon()' })).toEqual([]);
});

test('the changelog begins with the version of the kit', () => {
  const changelog = '# Changes\n\n## 1.7.0\n\n- Old\n';
  expect(faultsWith(asRecorded, { changelog })).toEqual([
    'CHANGELOG.md has to begin with ## 1.8.0, the version in package.json.',
  ]);
});

test('a deprecation says since when and what takes its place', () => {
  const said = (comment: string) => faultsWith(asRecorded, { comment });
  expect(said('@deprecated since 1.8.0: use `Link`.')).toEqual([]);
  expect(said('@deprecated')).toEqual([
    'Button is deprecated: say since when and what takes its place, as in "@deprecated since 1.8.0: use `Other`".',
  ]);
});
