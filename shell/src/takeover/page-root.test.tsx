import { expect, jest, test } from '@jest/globals';
import { useReducer } from 'react';
import { flushSync } from 'react-dom';

document.body.innerHTML = '<div id="root"><p>Prerendered</p></div>';
const root = document.getElementById('root') as HTMLElement;
// The build defines it.
Object.assign(globalThis, { PROVIDED_VERSIONS: {} });
const { canRemount, showApp } = await import('./page-root.ts');
const { dataset } = document.documentElement;

let change = () => {};
function Page() {
  const [isChanged, toggle] = useReducer((before: boolean) => !before, false);
  change = toggle;
  return <main>{isChanged ? <b>Page</b> : <p>Page</p>}</main>;
}

/** Another script replaces an element of React's, as the translation of a browser does. */
async function disturb(): Promise<void> {
  root.querySelector('main')?.replaceChildren('Seite');
  flushSync(change);
  await Promise.resolve();
}

test('a page whose elements another script replaced is mounted again, but not endlessly', async () => {
  jest.useFakeTimers({ now: 5000, doNotFake: ['queueMicrotask'] });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const failed = jest.fn();
  addEventListener('error', failed);
  await showApp(<Page />, 'home@0123456789ab', undefined);
  expect(canRemount()).toBe(false);
  dataset.ready = '';
  for (let time = 0; time < 5; time += 1) {
    expect(canRemount()).toBe(true);
    await disturb();
    expect(root.innerHTML).toBe('<main><p>Page</p></main>');
  }
  expect(canRemount()).toBe(false);
  jest.advanceTimersByTime(1100);
  expect(canRemount()).toBe(true);
  expect([logged, failed].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  // Before the app runs, the document's own page is better.
  delete dataset.ready;
  await disturb();
  expect(root.innerHTML).toBe('<p>Prerendered</p>');
  expect(failed).toHaveBeenCalledTimes(1);
});
