import { expect, test } from '@jest/globals';
import { fragmentsOf } from '@portfolio/test-support/small-site.ts';
import { faultsOfFragments } from './files.ts';
import { inWorker } from './in-worker.ts';

const faultsOf = (...texts: string[]) =>
  faultsOfFragments(new Map(texts.map((text, at) => [`fragments/${at}.json`, Buffer.from(text)])));

/** Slow to parse: a parser compares each attribute with all before it. */
const manyAttributes = `<p ${Array.from({ length: 65_000 }, (_, turn) => `a${turn}`).join(' ')}>a</p>`;

test.each([
  ['nested elements', `${'<sub>'.repeat(45_000)}${'</sub>'.repeat(45_000)}`],
  ['attributes without end', `${manyAttributes}<script></script>`],
])('%s are refused without blocking the server', async (_what, hostile) => {
  const before = process.threadCpuUsage();
  expect(await faultsOf(fragmentsOf(hostile), fragmentsOf(hostile))).not.toEqual([]);
  const { user, system } = process.threadCpuUsage(before);
  // In microseconds; on this thread parsing would take seconds.
  expect(user + system).toBeLessThan(500_000);
});

/** Grows in the parser, which repeats the bold text in each paragraph. */
const repeated = `<main><p><b data-a="${'a'.repeat(20_000)}">${'<p>x'.repeat(100)}</main>`;

test.each([
  ['other JSON', '["en"]', 'is not what a deploy writes'],
  ['no JSON', '{', 'is not what a deploy writes'],
  ['a hash that is none', fragmentsOf('', { madeWith: '"' }), 'is not what a deploy writes'],
  ['styles that end', fragmentsOf('', { css: '</style>' }), 'has "</" in its styles'],
  ['the id of the slot', fragmentsOf('<p id="slot">'), 'has the id of a part of the document'],
  ['what grows to 2 MB', fragmentsOf(repeated), 'is not read as it is written'],
])('%s is refused', async (_what, text, sentence) => {
  expect((await faultsOf(text)).join()).toContain(sentence);
});

test('markup is what the HTML parser writes, each file for itself', async () => {
  const faults = await faultsOf(fragmentsOf('<p>b<br></p>'), fragmentsOf('<p>b<br/></p>'), '{');
  expect(faults).toEqual([
    expect.stringMatching(
      /^fragments\/1\.json is refused: .*its page in en is not read as it is written\.$/,
    ),
    'fragments/2.json is not what a deploy writes.',
  ]);
});

const telling = '../../../test-support/src/telling-worker';

// A thread that runs out of memory may end its process.
test('work that takes too much memory is refused without harm to this process and other work', async () => {
  const read = (what: string) => inWorker(import.meta, telling, what);
  const [small, ...large] = await Promise.all(['itself', 'too much', 'too much'].map(read));
  expect(small).toEqual({ pid: expect.any(Number), env: {} });
  expect(small).not.toMatchObject({ pid: process.pid });
  for (const result of large)
    expect(result).toEqual({ fault: 'is refused: reading it takes too much memory' });
});

test('a worker that fails is a defect, with its trace', async () => {
  const fault = /There is nothing to tell/;
  await expect(inWorker(import.meta, telling, 'nothing')).rejects.toThrow(fault);
});
