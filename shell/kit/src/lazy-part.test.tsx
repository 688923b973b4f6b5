import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { lazyPart } from './lazy-part.tsx';

const Without = ({ words }: { words: string }) => <p>{words}, plainly</p>;
const Whole = ({ words }: { words: string }) => <p>{words}</p>;

test('a part that is lost is replaced by its fallback, and requested again the next time', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  let isLost = true;
  const load = jest.fn(async () => (isLost ? Promise.reject(new Error('lost')) : Whole));
  const Part = lazyPart(load, Without);
  const { unmount } = await act(async () => render(<Part words="Said" />));
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
  expect(warn).toHaveBeenCalledTimes(1);
  unmount();
  isLost = false;
  await act(async () => void render(<Part words="Said again" />));
  expect(await screen.findByText('Said again')).toBeTruthy();
});

test('a part that is late is replaced by its fallback', async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const Part = lazyPart(() => new Promise<typeof Whole>(() => {}), Without, 3000);
  await act(async () => void render(<Part words="Said" />));
  const fetching = Part.fetch();
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(await fetching).toBe(false);
  jest.useRealTimers();
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
});

test('a part that is loaded renders at once', async () => {
  const Part = lazyPart(async () => Whole, Without);
  expect(await Part.fetch()).toBe(true);
  render(<Part words="Said" />);
  expect(screen.getByText('Said')).toBeTruthy();
});

test('a part that throws is replaced by its fallback, and the page stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const broken = () => {
    throw new Error('mud');
  };
  const Part = lazyPart(async () => broken as unknown as typeof Whole, Without);
  const page = (
    <>
      <h1>The page</h1>
      <Part words="Said" />
    </>
  );
  await act(async () => void render(page));
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
  expect(screen.getByText('The page')).toBeTruthy();
});
