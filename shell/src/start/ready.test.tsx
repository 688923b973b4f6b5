import { expect, test } from '@jest/globals';
import { Suspense, useSyncExternalStore } from 'react';

// React's scheduler takes it for its turns, and the test gives them.
const turns: (() => void)[] = [];
Object.assign(globalThis, { setImmediate: (turn: () => void) => void turns.push(turn) });
const { hydrateRoot } = await import('react-dom/client');
const { Ready } = await import('./ready.tsx');

let written = '';
const readers = new Set<() => void>();

/** A field of a section that keeps its text outside of its components. */
function Field() {
  const value = useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => written,
    () => '',
  );
  const write = (text: string) => {
    written = text;
    for (const read of readers) read();
  };
  return <input value={value} onChange={({ target }) => write(target.value)} />;
}

/** As a key does: at the end of what stands there. */
function type(letter: string): void {
  const field = document.querySelector('input') as HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, field.value + letter);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What comes first is asked for in a microtask. */
async function takeTurn(): Promise<void> {
  await Promise.resolve();
  turns.shift()?.();
}

test('whatever React is at while it takes a page over: no letter is lost', async () => {
  localStorage.setItem('theme', 'dark');
  const page = (
    <Suspense fallback={null}>
      <Field />
      <Ready />
    </Suspense>
  );
  const isReady = () => 'ready' in document.documentElement.dataset;
  for (let taken = 0, wasReady = false; !wasReady; taken += 1) {
    written = '';
    delete document.documentElement.dataset.ready;
    document.body.innerHTML = '<!--$--><input value=""/><!--/$-->';
    const root = hydrateRoot(document.body, page);
    for (let turn = 0; turn < taken; turn += 1) await takeTurn();
    wasReady = isReady();
    for (const letter of 'Ida') type(letter);
    while (!isReady() || turns.length > 0) await takeTurn();
    expect([`after ${taken} turns`, document.querySelector('input')?.value, written]).toEqual([
      `after ${taken} turns`,
      'Ida',
      'Ida',
    ]);
    root.unmount();
  }
});
