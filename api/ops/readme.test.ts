import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '../src/config.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
// What is not shown is not promised.
const readme = read('README.md').replace(/<!--.*?-->/gs, '');
const contributing = read('.github/CONTRIBUTING.md');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;

/** Where each command of the two files is run (a file, or some of them), and the words that show it. */
const runBy: Record<string, [files: string, words: string]> = {
  start: ['shell/e2e/the-readme-keeps-its-word.spec.ts', "spawn('npm', ['start']"],
  test: ['.ci/run', 'npm test'],
  check: ['.ci/run', 'npm run check'],
  dev: ['shell/e2e/fixtures/*.ts', "portfolio.ts', 'dev'"],
  new: ['shell/e2e/a-section-is-made.spec.ts', "portfolio('new', 'blog')"],
  deploy: ['shell/e2e/the-readme-keeps-its-word.spec.ts', 'consoleSteps()'],
  rollback: ['shell/e2e/the-readme-keeps-its-word.spec.ts', 'consoleSteps()'],
  releases: ['shell/e2e/the-readme-keeps-its-word.spec.ts', 'consoleSteps()'],
  messages: ['shell/cli/src/commands/messages.test.ts', "'messages'"],
  'test:rules': ['shell/cli/bootstrap/test.mjs', 'node_modules/jest/bin/jest.js'],
  'test:journeys': ['shell/cli/bootstrap/test.mjs', 'shell/e2e'],
  keys: ['shell/cli/src/commands/keys.test.ts', "ask('keys'"],
  pack: ['shell/e2e/a-team-works-alone.spec.ts', "shellBlockWith('cd our-section')"],
  portfolio: ['shell/test-support/src/ask-command.ts', 'portfolio.ts'],
  'draw:cards': ['shell/e2e/the-owner-adds-a-language.spec.ts', "commandsOf('Add a language')"],
  bench: ['.ci/run', 'npm run bench -- --short'],
};

const named = [
  ...`${readme}${contributing}`.matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g),
];
// Taken by hand, from a site that runs, and looked at before they are kept.
const byHand = ['draw:screenshots'];
const commands = [...new Set(named.map(([, script, short]) => script ?? short ?? ''))].filter(
  (command) => !byHand.includes(command),
);

test.each(commands)('npm run %s is there, and is run by a test or by CI', (command) => {
  expect(Object.keys(scripts)).toContain(command);
  const [files, words] = runBy[command] ?? ['README.md', 'an entry in runBy'];
  expect(globSync(files, { cwd: root }).map(read).join('')).toContain(words);
});

test('the table of settings is the schema of the environment', () => {
  const table = new Map(
    [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const schema = /z\.object\(\{(.*?)^\}\)/ms.exec(read('api/src/config.ts'))?.[1] ?? '';
  const names = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  expect([...table.keys()]).toEqual(names);

  const defaults: Record<string, unknown> = readConfig({});
  for (const [name = '', shown] of table) {
    const value = name === 'DATA_DIR' ? './data' : defaults[name];
    expect([name, shown]).toEqual([name, value === undefined ? undefined : String(value)]);
  }
});

test('every file it names is there', () => {
  const words = [
    ...`${readme}${contributing}`.matchAll(/`([\w.@*/-]+)`|\]\(([^)#\s]+)\)|(\S+\/\S+)/g),
  ]
    .map(([, code, link, bare]) => code ?? link ?? bare ?? '')
    .map((word) => word.replace(/^[`(]+|[`),.:;]+$/g, ''));
  const ours =
    /^(shell|remote-(home|portfolio|contact)|api|\.github|\.ci)\/[\w.@*/-]*$|^rspack\.shared\.ts$/;
  const paths = [...new Set(words.filter((word) => ours.test(word)))];
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test('every chapter of the contents is there', () => {
  const chapters = [...readme.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  const linked = [...readme.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
  // Some are linked from elsewhere, too.
  expect([...new Set(linked)]).toEqual(chapters);
});

test('the picture of the site is there, and light', () => {
  const picture = path.join(root, '.github/site.png');
  expect(existsSync(picture)).toBe(true);
  expect(statSync(picture).size).toBeLessThan(250_000);
});
