import { readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { describeFolder } from '@portfolio/releases/release/files.ts';
import { declared } from '@portfolio/test-support/add-release.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build, noticesFile } from './build.ts';
import { mostLateParts } from './remote-config.ts';

const part = (name: string) =>
  `import { Text } from '@portfolio/kit';\nexport default () => <Text path="pig.${name}" />;\n`;

test.each([
  [0, 0],
  [1, 1],
  [9, mostLateParts],
])('a section with %d late parts has %d late files, with source maps', async (parts, late) => {
  const names = Array.from({ length: parts }, (_, number) => `part-${number}`);
  const imports = names.map((name) => `lazy(() => import('./${name}.tsx'))`);
  const source = await tinySection({
    'src/page.tsx': `import { lazy } from 'react';\nexport default [${imports}];\n`,
    ...Object.fromEntries(names.map((name) => [`src/${name}.tsx`, part(name)])),
  });
  const entry = await build('pig', source, path.join(source, 'dist'));
  const files = readdirSync(path.join(source, 'dist'));
  const scripts = files.filter((file) => file.endsWith('.mjs'));
  const maps = scripts.map((file) => `${file}.map`);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual(maps);
  expect([scripts.includes(entry), scripts.length]).toEqual([true, late + 1]);
});

test('imported CSS is a text in the script, with unique class names; its font is a file beside it', async () => {
  const source = await tinySection({
    'src/page.tsx': `import look from './look.module.css';\nimport './plain.css';\nimport text from './inline.css?inline';\nexport default () => <p className={look.box}>{text}</p>;\n`,
    'src/look.module.css':
      '@font-face { font-family: Mud; src: url(./mud.woff2) }\n.box { top: 1px }\n',
    'src/plain.css': "@import './other.css';\n.plain { top: 2px }\n",
    ...{ 'src/other.css': '.other { top: 3px }', 'src/inline.css': '.inline { top: 4px }' },
    'src/mud.woff2': 'mud',
  });
  const [target, nodeTarget] = [path.join(source, 'dist'), path.join(source, 'node')];
  const entry = await build('pig', source, target, { nodeTarget });
  const script = readFileSync(path.join(target, entry), 'utf8');
  const [font] = readdirSync(path.join(target, 'styles'));
  expect(font).toMatch(/^\w+\.woff2$/);
  expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  expect(script).toContain(`src:url("release:styles/${font}")`);
  expect(script).toMatch(/\.pig-box-\w+\{top:1px\}'/);
  for (const rest of ['.other{top:3px}', '.plain{top:2px}', '.inline{top:4px}'])
    expect(script).toContain(rest);
  expect(script).not.toMatch(/sourceMappingURL|sources/);
  const page = readFileSync(path.join(nodeTarget, 'page.cjs'), 'utf8');
  expect(page.match(/sourceMappingURL/g)).toHaveLength(1);
  expect(readFileSync(path.join(target, `${entry}.map`), 'utf8')).not.toMatch(/"\//);
});

const names = `a b/c Z9/of/another of/another/team of/another/owner remote-blog remote-blog-2 src
  src/src dist page node my_node_modules with-a%20space/and%20another grün/ß 名前 0 ~1 @team/blog
  a/b/c/d/e/f/g/h`;
const folders = names.split(/\s+/).map(decodeURI);

test('equal sources make an equal release in a folder of any name and depth', async () => {
  const source = await tinySection({
    'package.json': JSON.stringify({ name: '@team/remote-blog', type: 'module' }),
    'src/page.tsx': `
      import * as dep from 'dep';
      import look from './look.module.css';
      import './react-router/styled-components/tailwindcss/i18next/a.less.svg.ts';
      const start = () => [new Worker(new URL('./one.ts', import.meta.url)), new Worker(new URL('./two.ts', import.meta.url))];
      const later = () => [import('./later.tsx'), import('dep/later.js')];
      export default () => <p className={look.mud} ref={() => void start()} onClick={later}>{JSON.stringify(dep)}</p>;`,
    'src/look.module.css': '.mud { background: url(./mud.png) }\n',
    ...{ 'src/mud.png': 'mud', 'src/one.ts': 'postMessage(1);', 'src/two.ts': 'postMessage(2);' },
    'src/later.tsx': part('title'),
    'src/react-router/styled-components/tailwindcss/i18next/a.less.svg.ts': 'export default 1;',
    'node_modules/dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0' }),
    'node_modules/dep/index.js': `import 'i18next';\nexport default [import.meta.url, new URL('./own.txt', import.meta.url).href];`,
    ...{ 'node_modules/dep/later.js': 'export default 1;', 'node_modules/dep/own.txt': 'text' },
    'node_modules/i18next/index.js': 'globalThis.asked = true;',
  });
  const ids = new Map<string, string[]>();
  for (const folder of folders) {
    const [copy, target] = [path.join(temporaryFolder(), folder), temporaryFolder()];
    await cp(source, copy, { recursive: true });
    // Its first letter is a digit of a hash.
    const entry = await build('blog', copy, target);
    const { release } = await describeFolder(target, { ...declared('blog', {}), entry });
    ids.set(release.id, [...(ids.get(release.id) ?? []), folder]);
    const notices = readFileSync(path.join(target, noticesFile), 'utf8');
    expect(notices).toBe('dep 1.0.0 (see below)\n\n\n');
  }
  expect([...ids.values()]).toEqual([folders]);
});

const fromKit = `import what "@portfolio/kit" hands on of it: a second copy knows nothing of the page`;
const ofRouter = '(useLocation, useParams, useNavigate, useSearchParams, Navigate, Link)';
test.each([
  ['tailwindcss', 'compile it with `npx --yes @tailwindcss/cli', '@import "tailwindcss";\n'],
  ['./look.scss', '`styled`', ''],
  ['./pig.svg?react', '`Picture`', ''],
  ['styled-components', `${fromKit} (styled, css, keyframes)`, ''],
  ['react-router-dom', `${fromKit} ${ofRouter}`, ''],
  ['react-i18next', '(Text, useText)', ''],
])('an import of %s is refused, and the way there is: %s', async (request, way, css) => {
  const imported = css === '' ? request : './look.css';
  const source = await tinySection({
    'src/page.tsx': `import '${imported}';\nexport default () => <p />;\n`,
    'src/look.css': css,
  });
  const [what, how] = [request, way].map((words) => RegExp.escape(words));
  const refusal = new RegExp(`"${what}" cannot be imported here: .*${how}`);
  await expect(build('pig', source, path.join(source, 'dist'))).rejects.toThrow(refusal);
});

const pig = await tinySection();
const pigEntry = await build('pig', pig, path.join(pig, 'dist'));
const script = path.join(pig, 'dist', pigEntry);

// Two internal interfaces of the library, a bundle's and a container's: an upgrade that changes either fails here.

test('a remote opens in a host with several versions of shared modules, loaded or only offered', async () => {
  // The library's own runtime takes several times as much.
  expect(brotliCompressSync(readFileSync(script)).length).toBeLessThan(3000);
  const container = await import(script);
  // A plain host loads shared modules once all its remotes are initialized.
  const isInitialized = Promise.withResolvers<void>();
  const offered = { get: async () => () => ({ Text: 'another version' }) };
  const loaded = { get: offered.get, lib: () => ({ Text: 'the kit' }) };
  const kit = { '1.0.0': offered, '1.1.0': loaded };
  const jsxRuntime = () => ({ jsx: (type: string) => type });
  const react = { '19.3.1': { get: () => isInitialized.promise.then(() => jsxRuntime) } };
  const shared = { '@portfolio/kit': kit, 'react/jsx-runtime': react };
  await container.init(shared, [], { version: '', shareScopeKeys: 'default' });
  isInitialized.resolve();
  const page = await container.get('./page');
  expect(page().default()).toBe('the kit');
});

test('the error names a module that the shell does not provide', async () => {
  const container = await import(`${script}?without`);
  await container.init({}, [], { version: '', shareScopeKeys: 'default' });
  const fault = /The shell does not provide (react|@portfolio\/kit)/;
  await expect(async () => (await container.get('./page'))()).rejects.toThrow(fault);
});
