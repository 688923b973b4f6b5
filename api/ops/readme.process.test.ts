import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig, settings } from '../src/config.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = [
  'README.md',
  ...['OPERATING', 'TEAMS', 'CONTRIBUTING'].map((name) => `.github/${name}.md`),
];
// What is not shown is not promised.
const [readme = '', operating = '', ...others] = pages.map((file) =>
  read(file).replace(/<!--.*?-->/gs, ''),
);
const all = [readme, operating, ...others].join('\n');
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
const tools = ['node', ...readdirSync(path.join(root, 'node_modules/.bin'))];

const named = [...all.matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test)\b)/g)];
const commands = [...new Set(named.map(([, script, short]) => script ?? short ?? ''))];

test.each(commands)('npm run %s is there, and so is what it runs', (command) => {
  const [, tool = '', file = ''] =
    /^(?:exec )?(\S+)(?: (\S+\.\w+))?/.exec(scripts[command] ?? '') ?? [];
  expect([...tools, 'npm']).toContain(tool);
  expect(existsSync(path.join(root, file))).toBe(true);
});

// What npm runs before another one is called by nobody.
const ownScripts = Object.entries(scripts).filter(
  ([name, script]) => script.includes('/bootstrap.mjs') && !name.startsWith('pre'),
);

test.each(ownScripts)('npm run %s says how it is used', (command, script) => {
  const { status, stdout } = spawnSync('sh', ['-c', `${script} --help`], {
    cwd: root,
    encoding: 'utf8',
  });
  const [usage] = stdout.split('\n');
  expect({ status, usage }).toEqual({ status: 0, usage: expect.stringContaining('Usage: ') });
  expect(usage).toContain(command);
});

test('the table of settings is the schema of the environment', () => {
  const table = new Map(
    [...operating.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect([...table.keys()]).toEqual(settings);

  const defaults: Record<string, unknown> = readConfig({});
  for (const [name = '', shown] of table) {
    const value = name === 'DATA_DIR' ? './data' : defaults[name];
    expect([name, shown]).toEqual([name, value === undefined ? undefined : String(value)]);
  }
});

test('every file it names is there', () => {
  const words = [...all.matchAll(/`([\w.@*/-]+)`|\]\(([^)#\s]+)\)|(\S+\/\S+)/g)]
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
  expect(linked).toEqual(expect.arrayContaining(chapters));
});

test('every chapter that a page links to is there', () => {
  const anchorsOf = (file: string) =>
    [...read(file).matchAll(/^##+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
  const folder = '.github/';
  const documents = [
    ...new Set([
      ...pages,
      ...['SCALING', 'SECURITY', 'DECISIONS'].map((name) => `${folder}${name}.md`),
    ]),
  ];
  const broken = documents.flatMap((from) =>
    [...read(from).matchAll(/\]\(([\w./]*\.md)?(?:#([\w-]+))?\)/g)].flatMap(
      ([link, file, anchor]) => {
        const target = path.join(file ? path.dirname(from) : '', file ?? from);
        const isThere = existsSync(path.join(root, target));
        return isThere && (!anchor || anchorsOf(target).includes(anchor))
          ? []
          : [`${from}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test('every test that SECURITY names is there', () => {
  const rows = read('.github/SECURITY.md').matchAll(/^\|.*\| (`[^|]*) \|$/gm);
  const named = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([\w-]+)`/g)]);
  expect(named.length).toBeGreaterThan(20);
  const isThere = (name: string) =>
    globSync(`{api,shell/{releases,cli,e2e,kit,src}}/**/${name}.{test,spec}.{ts,tsx}`, {
      cwd: root,
    }).length > 0;
  expect(named.map(([, name = '']) => name).filter((name) => !isThere(name))).toEqual([]);
});

test('the picture of the site is there, and light', () => {
  const picture = path.join(root, '.github/site.png');
  expect(existsSync(picture)).toBe(true);
  expect(statSync(picture).size).toBeLessThan(250_000);
});
