import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeKit } from './describe-kit.ts';

const { groups, others } = describeKit(path.join(import.meta.dirname, '../../../kit'));
const examples = groups.flatMap((group) => group.examples);

test('every export of the kit has an example, but what only the shell calls and what is not seen', () => {
  const calls = ['ApiError', 'CancelError', 'Message', 'sendMail'];
  const types = ['Settings', 'Theme'];
  const ofTheShell = [
    'HintRegion',
    'ResourceBase',
    'SectionPages',
    'TextReleases',
    'fetchLateFont',
    'hasLateFont',
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

test('every export has a comment', () => {
  const all = [...examples.flatMap(({ shows }) => shows), ...others];
  expect(all.filter(({ comment }) => !comment)).toEqual([]);
});
