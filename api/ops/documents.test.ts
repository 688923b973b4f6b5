import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { settingsTable } from '../src/config.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = globSync('{*,.github/*}.md', { cwd: root }).map((file) => ({
  file,
  text: read(file),
}));
const all = documents.map(({ text }) => text).join('\n');

test('every command that a document names is there', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = [...all.matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)];
  expect(scripts).toEqual(expect.arrayContaining(named.map(([, run, short]) => run ?? short)));
  const commands = [...read('shell/cli/src/portfolio.ts').matchAll(/^ {2}(\w+): async/gm)];
  const used = [...all.matchAll(/(?:npx|sudo) portfolio ([a-z]+)/g)].map(([, name]) => name);
  expect(commands.map(([, name]) => name)).toEqual(expect.arrayContaining(used));
});

test('the table of settings is written from the schema of the environment', () => {
  expect(read('.github/OPERATING.md')).toContain(`\n\n${settingsTable}\n\n`);
});

test('every file and chapter that a document names is there', () => {
  const lost = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([\w./-]*)#?([\w-]*)\)/g)]
      .filter(([, to = '', anchor = '']) => {
        const target = to ? path.join(path.dirname(file), to) : file;
        if (!existsSync(path.join(root, target))) return true;
        return anchor !== '' && !anchorsOf(target).includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  const named = [...all.matchAll(/`((?:shell|remote-\w+|api|\.github|\.ci)\/[\w.@*/-]*)`/g)]
    .map(([, place = '']) => place)
    .filter((place) => globSync(place, { cwd: root }).length === 0);
  expect([...lost, ...named]).toEqual([]);
});

test('every test that SECURITY names is there', () => {
  const rows = read('.github/SECURITY.md').matchAll(/^\|.*\| (`[^|]*) \|$/gm);
  const named = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  const folders = '{api/{ops,src},shell/{src,e2e,{releases,cli,kit,contract}/src}}';
  const files = globSync(`${folders}/**/*.{test,spec}.{ts,tsx}`, { cwd: root });
  const tests = files.map((file) => path.basename(file).split('.')[0]);
  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});

function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^##+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
