import { expect, jest, test } from '@jest/globals';

// Parsing leaves no time for other requests, so another process does it: the server has no parser here.
jest.unstable_mockModule('./markup.ts', () => ({}));
const { fragmentsOf } = await import('@portfolio/test-support/small-site.ts');
const { faultsOfFragments } = await import('./files.ts');
const { inWorker } = await import('./in-worker.ts');

const faultsOf = (...texts: string[]) =>
  faultsOfFragments(new Map(texts.map((text, at) => [`fragments/${at}.json`, Buffer.from(text)])));

/** Slow to parse: a parser compares each attribute with all before it. */
const manyAttributes = `<p ${Array.from({ length: 65_000 }, (_, turn) => `a${turn}`).join(' ')}>a</p>`;

test.each([
  ['nested elements', `${'<sub>'.repeat(45_000)}${'</sub>'.repeat(45_000)}`],
  ['attributes without end', `${manyAttributes}<script></script>`],
])('%s are refused without blocking the server', async (_what, hostile) => {
  expect(await faultsOf(fragmentsOf(hostile), fragmentsOf(hostile))).not.toEqual([]);
});

/** Grows in the parser, which repeats the bold text in each paragraph. */
const repeated = `<main><p><b data-a="${'a'.repeat(20_000)}">${'<p>x'.repeat(100)}</main>`;

const other = 'is not what a deploy writes';
const page = (fault: string) =>
  `is refused: ${['de', 'en'].map((language) => `its page in ${language} ${fault}`).join('; ')}`;
const most = (count: number) => 'a'.repeat(count);
const tooMuch = [{ html: most(500_001) }, { css: most(200_001) }, { sheets: most(200_001) }];

test('markup and styles are those of a deploy, each file for itself', async () => {
  const rows: [text: string, fault?: string][] = [
    ...['["en"]', '{', 'null', '1'].map((text): [string, string] => [text, other]),
    [fragmentsOf('').replace('"de"', '"d"'), other],
    [fragmentsOf('', { madeWith: '"' }), other],
    [fragmentsOf('', { rendered: '0123456789abc' }), other],
    [fragmentsOf('', { stylesVersion: '6.6' }), other],
    [fragmentsOf('', { css: '</style>' }), page('has "</" in its styles')],
    [fragmentsOf('', { sheets: '</style>' }), page('has "</" in its styles')],
    [fragmentsOf('<p id="slot">'), page('has the id of a part of the document: slot')],
    // What grows to 2 MB.
    [fragmentsOf(repeated), page('is not read as it is written')],
    [fragmentsOf('<p>b<br/></p>'), page('is not read as it is written')],
    [fragmentsOf('<p>b<br></p>')],
    [fragmentsOf(most(500_000), { css: most(200_000), sheets: most(200_000) })],
    ...tooMuch.map((more): [string, string] => [fragmentsOf('', more), other]),
  ];
  const faults = rows.flatMap(([, fault], at) => (fault ? [`fragments/${at}.json ${fault}.`] : []));
  expect(await faultsOf(...rows.map(([text]) => text))).toEqual(faults);
});

const telling = '../../../test-support/src/telling-worker';

// A thread that runs out of memory may end its process.
test('work that takes too much memory or time is refused without harm to this process and other work', async () => {
  const read = (what: string) => inWorker(import.meta, telling, what);
  const [small, large] = await Promise.all(['itself', 'too much'].map(read));
  const late = await inWorker(import.meta, telling, 'too much', { timeoutMs: 1, options: [] });
  expect(late).toEqual({ fault: 'is refused: reading it takes more than 0.001 s' });
  expect(small).toEqual({ pid: expect.any(Number), env: {} });
  expect(small).not.toMatchObject({ pid: process.pid });
  expect(large).toEqual({ fault: 'is refused: reading it takes too much memory' });
});

test('a worker that fails is a defect, with its trace', async () => {
  const fault = /There is nothing to tell/;
  await expect(inWorker(import.meta, telling, 'nothing')).rejects.toThrow(fault);
});
