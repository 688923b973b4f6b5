import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import sharp from 'sharp';
import { compileMarkdown } from './compile-markdown.ts';

const drawn = (width: number) =>
  sharp({ create: { width, height: width / 2, channels: 3, background: '#c422ec' } }).png();
const source = await tinySection({
  'resources/wide, and blue.png': await drawn(1600).toBuffer(),
  'resources/small.png': await drawn(600).toBuffer(),
  'resources/paper.pdf': 'paper',
});
const pages = new Map([['posts/other.md', '/blog/other']]);
const first = { source, file: 'posts/first.en.md', page: '/blog/first', pages };
const compile = (text: string, language = 'en') => compileMarkdown({ ...first, text, language });
const written = async (text: string, language?: string) =>
  JSON.stringify((await compile(text, language)).nodes);

test('code, tables, footnotes, tasks and ids of headings are compiled', async () => {
  const text =
    '# One\n\n## Two\n\n| a | b |\n|--:|---|\n| 1 | 2 |\n\nWord[^1]\n\n- [x] done\n\n```ts\nconst pig = 1;\n```\n\n[^1]: Note.\n';
  const nodes = (await written(text, 'de')) + (await written('Word[^1]\n\n[^1]: Note.'));
  for (const part of [
    ...['"type":"pre","props":{"tabIndex":0', '{"className":"hljs-keyword","children":"const"}'],
    ...['"type":"h2","props":{"id":"one"', '{"className":"table","tabIndex":0', '"align":"right"'],
    ...['"href":"#user-content-fn-1"', '"children":"Fußnoten"', '"children":"Footnotes"'],
    ...['"aria-label":"Zurück zur Stelle: 1"', '"aria-label":"Back to where it stands: 1"'],
    '"type":"input"',
  ])
    expect(nodes).toContain(part);
});

test('each heading has an id of its own, which no part of every document has, and links to it lead there', async () => {
  const headings = '## Outcome\n\n[There](#outcome)\n\n## Costs\n\n## Outcome\n\n## Costs';
  const nodes = await written(headings);
  for (const part of ['outcome-1', 'outcome-2', 'costs', 'costs-1'])
    expect(nodes.split(`"id":"${part}"`)).toHaveLength(2);
  expect(nodes).toContain('"href":"#outcome-1"');
});

test('a large picture has sizes, a smaller one its own file', async () => {
  const wide = '![Wide](<../resources/wide, and blue.png> "Mud")';
  const nodes = await written(`${wide}\n\n![](../resources/small.png)`);
  const late = '"loading":"lazy","decoding":"async","src":"resources';
  for (const part of [
    '{"type":"image/avif","srcSet":"resources/wide%2C%20and%20blue-320.avif 320w, ',
    'blue-800.webp 800w","sizes":"(min-width: 620px) 560px, 92vw"}',
    `"alt":"Wide","title":"Mud","width":1600,"height":800,${late}/wide%2C%20and%20blue-800.webp"}`,
    `{"alt":"","width":600,"height":300,${late}/small.png"}`,
  ])
    expect(nodes).toContain(part);
});

test.each([
  ['#two', '#two'],
  ['other.md?a=b#part', '/blog/other?a=b#part'],
  ['other', '/blog/other'],
  ['/home?a=b#c', '/home?a=b#c'],
  ['../resources/paper.pdf#page=2', 'resources/paper.pdf#page=2'],
  ['https://example.com/a?b=c&d', 'https://example.com/a?b=c&d'],
  ['//example.com', 'https://example.com/'],
  ['/blog/feed.xml?a#b', '/blog/feed.xml?a#b'],
])('a link to %s leads to %s', async (written, leads) => {
  const { nodes, faults } = await compile(`[words](${written})`);
  expect(faults).toEqual([]);
  expect(nodes).toMatchObject([{ props: { children: { type: 'a', props: { href: leads } } } }]);
});

test.each([
  ['[a](javascript:alert)', /javascript:alert: a link leads to a page, or begins with https?:, /],
  ['[a](java&#115;cript:alert)', /links to javascript:alert/],
  ['[a](data:text/html,x)', /links to data:text/],
  ['[a](third.md)', /links to third\.md, which is not there/],
  ['[a](../package.json)', /links to \.\.\/package\.json, which is not there/],
  ['[a](%zz.pdf)', /links to %zz\.pdf, which is not there/],
  ['![a](../resources/no.png)', /shows \.\.\/.*\.png, which is not there, or is no picture\.$/],
  ['![a](https://example.com/a.png)', /shows https:.*: the pictures of a section lie in res/],
  ['![a](../../secret.png)', /lie in resources\//],
])('%s is refused in a sentence that names the file', async (text, says) => {
  const { faults } = await compile(text);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(says);
  expect(faults[0]).toMatch(/^posts\/first\.en\.md /);
});

test('HTML becomes text', async () => {
  const nodes = await written('<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b');
  expect(nodes).not.toMatch(/"type":"(?:script|img)"/);
  expect(nodes).toContain('<script>');
});

test('the reading time is a minute for some two hundred words', async () => {
  expect((await compile('word')).minutes).toBe(1);
  expect((await compile('word '.repeat(1100))).minutes).toBe(5);
});
