import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useSettings } from '../settings.ts';
import { usePlural } from './plural.ts';

test.each([
  ['en', 1, 'one'],
  ['en', 2, 'other'],
  ['pl', 3, 'few'],
  ['pl', 5, 'many'],
])('in %s the number %i has the form %s', (language, count, form) => {
  useSettings.setState({ language });
  const { result } = renderHook(usePlural);
  expect(result.current('blog.posts', count)).toBe(`blog.posts.${form}`);
});
