import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { lazyPart } from './lazy-part.tsx';

const Without = ({ words }: { words: string }) => <p>{words}, plainly</p>;
const Whole = ({ words }: { words: string }) => <p>{words}</p>;

test.each([
  ['lost', 'no mud', () => Promise.reject(new Error('no mud'))],
  ['late', 'No answer in 3000 ms', () => new Promise<never>(() => {})],
])('a part that is %s is replaced, and requested again', async (_how, cause, fail) => {
  jest.useFakeTimers();
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const load = jest.fn<() => Promise<typeof Whole>>(fail);
  const Part = lazyPart(load, Without, 3000);
  const fetching = Part.fetch();
  const { unmount } = await act(async () => render(<Part words="Said" />));
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(await fetching).toBe(false);
  expect(screen.getByText('Said, plainly')).toBeTruthy();
  expect(warn).toHaveBeenLastCalledWith('A part of the page could not be loaded', new Error(cause));
  unmount();
  load.mockResolvedValue(Whole);
  await act(async () => void render(<Part words="Said again" />));
  expect(screen.getByText('Said again')).toBeTruthy();
  jest.useRealTimers();
});

test('a part that is loaded renders at once', async () => {
  const Part = lazyPart(async () => Whole, Without);
  expect(await Part.fetch()).toBe(true);
  render(<Part words="Said" />);
  expect(screen.getByText('Said')).toBeTruthy();
});

test('a part that throws is replaced by its fallback', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const broken = () => {
    throw new Error('mud');
  };
  const Part = lazyPart(async () => broken as unknown as typeof Whole, Without);
  await act(async () => void render(<Part words="Said" />));
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
});
