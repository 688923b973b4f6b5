import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeKit } from './describe-kit.ts';

const { groups, others } = describeKit(path.join(import.meta.dirname, '../../../kit'));
const examples = groups.flatMap((group) => group.examples);
const shown = examples.flatMap(({ shows }) => shows);

test('every export of the kit has an example, but what only the shell calls and what is not seen', () => {
  const calls = ['ApiError', 'CancelError', 'Message', 'sendMail'];
  const types = ['Settings', 'Theme'];
  const ofTheShell = [
    'HintRegion',
    'ResourceBase',
    'SectionPages',
    'TextReleases',
    'pickLanguage',
    'readLiveKey',
    'reloadTexts',
    'showChosenTheme',
    'startTexts',
    'startTheme',
  ];
  const names = others.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([...calls, ...types, ...ofTheShell]));
});

test('an example comes with its imports and all that it needs', () => {
  const { code } = examples.find(({ name }) => name === 'ColoursAndSizes') ?? {};
  expect(code).toMatch(
    /^import \{ styled, Text, tokens \} from '@portfolio\/kit';\n\nconst Card = /,
  );
});

test('every export has a comment, and a component its properties', () => {
  const all = [...shown, ...others];
  expect(all.filter(({ comment }) => !comment)).toEqual([]);
  const { declaration } = all.find(({ name }) => name === 'Gallery') ?? {};
  expect(declaration).toMatch(
    /^function Gallery\(.*: Props\)\n\ninterface Props \{.*size: string;/s,
  );
});
