import { expect, test } from '@jest/globals';
import { changeInView } from './view-transition.ts';

/** What a browser calls, in its order: the change of a transition comes after the call that starts it. */
const started: { change: () => Promise<void>; finish: () => void }[] = [];
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
Object.assign(document, {
  startViewTransition(change: () => Promise<void>) {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    started.push({ change, finish });
    return { ready: finished, finished, updateCallbackDone: finished };
  },
});
const { dataset } = document.documentElement;

test('texts that arrive hide the page until they are laid out, or another change replaces theirs', async () => {
  void changeInView('texts', () => {});
  const [texts] = started;
  await texts?.change();
  expect(dataset.change).toBe('texts arriving');
  void changeInView('bricks', () => {});
  expect(dataset.change).toBe('bricks');
  void changeInView('texts', () => {});
  await started.at(-1)?.change();
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  expect(dataset.change).toBe('texts');
});

test('a change of texts that is late for its own transition hides nothing, and the page is at rest at the end', async () => {
  void changeInView('texts', () => {});
  const changing = changeInView('bricks', () => {});
  const [texts, bricks] = started.slice(-2);
  await texts?.change();
  await bricks?.change();
  expect(dataset.change).toBe('bricks');
  expect(await Promise.race([changing, 'not yet'])).toBe('not yet');
  bricks?.finish();
  await new Promise((resolve) => setTimeout(resolve));
  expect(dataset.change).toBeUndefined();
});
