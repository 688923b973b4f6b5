import { expect, test } from '@jest/globals';
import { faultOfStyles } from './markup.ts';
import { BadPagesError, parsePages } from './prerendered-pages.ts';

const textOf = (...pages: { html?: string; css?: string }[]) => {
  const languages = ['en', 'de', 'fr', 'es'];
  const whole = pages.map((page, at) => [
    languages[at],
    { html: '', css: '', stylesVersion: '6.6.0', ...page },
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(whole)));
};
/** A parser compares each attribute with all before it. */
const manyAttributes = `<p ${Array.from({ length: 65_000 }, (_, turn) => `a${turn}`).join(' ')}>a</p>`;

test.each([
  ['an address in a style that never closes', { css: `.a{b:url(${' '.repeat(90_000)}` }],
  ['one in an attribute', { html: `<p data-style="background:url(${' '.repeat(400_000)}">a</p>` }],
  ['nested elements', { html: `${'<sub>'.repeat(45_000)}${'</sub>'.repeat(45_000)}` }],
  ['attributes without end', { html: `${manyAttributes}<script></script>` }],
])('%s: refused, and the thread that serves is free meanwhile', async (what, hostile) => {
  const before = process.threadCpuUsage();
  const text = textOf(...Array.from({ length: 4 }, () => hostile));
  await expect(parsePages(text, 'It', what)).rejects.toThrow(BadPagesError);
  const { user, system } = process.threadCpuUsage(before);
  // In microseconds. Read on this thread, they take seconds.
  expect(user + system).toBeLessThan(500_000);
});

test('reading styles that never close takes time by their length only', () => {
  const before = process.threadCpuUsage();
  for (const part of ['url(', 'url( "', '/*', '"', 'url( a'])
    expect(faultOfStyles(`.a{b:${part}${' '.repeat(150_000)}`)).toEqual(expect.any(String));
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(500_000);
});

test('the pages of other sections are parsed while those of one take long', async () => {
  const finished: string[] = [];
  const slow = textOf(...Array.from({ length: 4 }, () => ({ html: manyAttributes })));
  const parse = (section: string, text: Buffer) =>
    parsePages(text, section, section)
      .catch((error) => expect(error).toBeInstanceOf(BadPagesError))
      .then(() => finished.push(section));
  await Promise.all([
    parse('pig', slow),
    parse('pig', slow),
    parse('games', textOf({ html: '<p>a</p>' })),
  ]);
  expect(finished).toEqual(['games', 'pig', 'pig']);
});
