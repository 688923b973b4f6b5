import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { until } from '@portfolio/test-support/until.ts';
import { sectionFolder } from '../store/store.ts';
import { BadPagesError, parsePages, readPages } from './prerendered-pages.ts';

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

const countProcesses = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
/** Of rules that ran before, such as the database's server. */
const others = countProcesses();

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

const place = { name: 'pig', id: '0123456789ab', layout: '0123456789ab-0123456789ab' };
const store = await temporaryStore();

/** What a team lays into its folder itself, past every command. */
async function lay(content: string | Buffer) {
  const folder = path.join(sectionFolder(store, 'pig'), `${place.id}.pages`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${place.layout}.json`), content);
}

/** A parser opens the bold text anew in each paragraph. */
const repeated = `<main><p><b data-a="${'a'.repeat(100_000)}">${'<p>x'.repeat(200)}</main>`;

test.each([
  ['other JSON', '["en"]', 'is not what a deploy writes'],
  ['a script', textOf({ html: '<main><script>alert(1)</script></main>' }), 'holds a <script>'],
  ['what grows to 20 MB', textOf({ html: repeated }), 'becomes longer than 500000 characters'],
])('what a team wrote there itself is refused: %s', async (_what, content, sentence) => {
  await lay(content);
  const read = readPages(store, place);
  await expect(read).rejects.toThrow(BadPagesError);
  await expect(read).rejects.toThrow(sentence);
});

test('a refused file is parsed again only after it has changed, and is then as a deploy writes it', async () => {
  /** Reads it: whether a process was started for that. */
  const isParsed = async () => {
    const isRunning = () => countProcesses() > others;
    await until(() => !isRunning(), 'the process before has ended');
    let isSeen = false;
    const look = setInterval(() => {
      isSeen ||= isRunning();
    }, 1);
    await expect(readPages(store, place)).rejects.toThrow('holds a <script>');
    clearInterval(look);
    return isSeen;
  };
  await lay(textOf({ html: '<script>a()</script>' }));
  expect([await isParsed(), await isParsed()]).toEqual([true, false]);
  await lay(textOf({ html: '<main>b<br/></main>' }));
  expect((await readPages(store, place))?.get('en')?.html).toBe('<main>b<br></main>');
});
