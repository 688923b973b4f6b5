import { expect, test } from '@jest/globals';
import { BadPagesError, parsePages } from './parse-pages.ts';

const textOf = (...pages: { html?: string; css?: string }[]) => {
  const languages = ['en', 'de', 'fr', 'es'];
  const whole = pages.map((page, at) => [
    languages[at],
    { html: '', css: '', stylesVersion: '6.6.0', ...page },
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(whole)));
};
/** Slow to parse: a parser compares each attribute with all before it. */
const manyAttributes = `<p ${Array.from({ length: 65_000 }, (_, turn) => `a${turn}`).join(' ')}>a</p>`;

test.each([
  ['nested elements', { html: `${'<sub>'.repeat(45_000)}${'</sub>'.repeat(45_000)}` }],
  ['attributes without end', { html: `${manyAttributes}<script></script>` }],
])('%s are refused without blocking the server', async (_what, hostile) => {
  const before = process.threadCpuUsage();
  const text = textOf(...Array.from({ length: 4 }, () => hostile));
  await expect(parsePages(text, 'It')).rejects.toThrow(BadPagesError);
  const { user, system } = process.threadCpuUsage(before);
  // In microseconds; on this thread parsing would take seconds.
  expect(user + system).toBeLessThan(500_000);
});

/** Grows in the parser, which repeats the bold text in each paragraph. */
const repeated = `<main><p><b data-a="${'a'.repeat(100_000)}">${'<p>x'.repeat(200)}</main>`;

test.each([
  ['other JSON', Buffer.from('["en"]'), 'It is not what a deploy writes'],
  ['no JSON', Buffer.from('{'), 'It is not what a deploy writes'],
  ['a script', textOf({ html: '<main><script>alert(1)</script></main>' }), 'holds a <script>'],
  ['what grows to 20 MB', textOf({ html: repeated }), 'becomes longer than 500000 characters'],
])('%s is refused', async (_what, text, sentence) => {
  const parsed = parsePages(text, 'It');
  await expect(parsed).rejects.toThrow(BadPagesError);
  await expect(parsed).rejects.toThrow(sentence);
});

test('pages are normalized by the HTML parser', async () => {
  const parsed = await parsePages(textOf({ html: '<main>b<br/></main>' }), 'It');
  expect(parsed.get('en')?.html).toBe('<main>b<br></main>');
});
