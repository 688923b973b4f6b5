import { expect, test } from '@jest/globals';
import { coalesce } from './live-releases.ts';

/** A thing that is looked at, slowly, and how often it was. */
function slowThing() {
  const thing = { value: 1, looks: 0, finish: () => {} };
  const look = coalesce(async () => {
    thing.looks += 1;
    const seen = thing.value;
    await new Promise<void>((resolve) => {
      thing.finish = resolve;
    });
    return seen;
  });
  return { thing, look };
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

test('everybody who asks at once is served by one look', async () => {
  const { thing, look } = slowThing();
  const all = Promise.all(Array.from({ length: 32 }, look));
  await aTurn();
  thing.finish();
  expect(new Set(await all)).toEqual(new Set([1]));
  expect(thing.looks).toBe(1);
});

test('who asks after a look began is not served by it, but by the next', async () => {
  const { thing, look } = slowThing();
  const first = look();
  await aTurn();
  thing.value = 2;
  const later = [look(), look()];
  thing.finish();
  expect(await first).toBe(1);
  await aTurn();
  thing.finish();
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(thing.looks).toBe(2);
});

test('a look that fails is the failure of those who waited for it alone', async () => {
  let looks = 0;
  const look = coalesce(async () => {
    looks += 1;
    if (looks === 1) throw new Error('not there');
    return looks;
  });
  await expect(look()).rejects.toThrow('not there');
  expect(await look()).toBe(2);
});
