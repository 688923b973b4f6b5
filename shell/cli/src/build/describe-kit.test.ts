import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeKit } from './describe-kit.ts';

const { examples, others } = describeKit(path.join(import.meta.dirname, '../../../kit'));

test('every component of the kit is in an example, except those that need a page of their own', () => {
  const isComponent = /^(?:function [A-Z]|const [A-Z]\w+ = styled)/;
  const components = others.filter(({ declaration }) => isComponent.test(declaration));
  expect(components.map(({ name }) => name).sort()).toEqual([
    'HintRegion',
    'PageText',
    'SharedPicture',
  ]);
});

test('every export has a comment', () => {
  const all = [...examples.flatMap(({ shows }) => shows), ...others];
  expect(all.filter(({ comment }) => !comment)).toEqual([]);
});
