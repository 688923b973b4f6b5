import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { listDeployables } from '../project/project.ts';
import { build } from './build.ts';
import { mostLateParts } from './remote-config.ts';

const part = (name: string) =>
  `import { Text } from '@portfolio/kit';\nexport default () => <Text path="pig.${name}" />;\n`;

/** Builds a section with so many late parts. @returns its scripts */
async function scriptsWith(parts: number) {
  const names = Array.from({ length: parts }, (_, number) => `part-${number}`);
  const late = names.map((name) => `lazy(() => import('./${name}.tsx'))`);
  const source = await tinySection({
    'src/page.tsx': `import { lazy } from 'react';\nexport default [${late}];\n`,
    ...Object.fromEntries(names.map((name) => [`src/${name}.tsx`, part(name)])),
  });
  const { entry } = await build('pig', source, path.join(source, 'dist'));
  const files = readdirSync(path.join(source, 'dist'));
  const scripts = files.filter((file) => file.endsWith('.mjs'));
  expect(files.filter((file) => file.endsWith('.map'))).toEqual(
    scripts.map((file) => `${file}.map`),
  );
  // Maps must not contain the folder of the build.
  const maps = scripts.map((file) =>
    readFileSync(path.join(source, 'dist', `${file}.map`), 'utf8'),
  );
  expect(maps.join()).not.toMatch(/data:|"\//);
  return { first: scripts.filter((file) => file === entry), late: scripts.length - 1 };
}

test.each([
  [0, 0],
  [1, 1],
  [mostLateParts, mostLateParts],
  [9, mostLateParts],
])(
  'a section with %d late parts has %d late files, each with its source map',
  async (parts, files) => {
    const { first, late } = await scriptsWith(parts);
    expect(first).toHaveLength(1);
    expect(late).toBe(files);
  },
);

test('a package that reads its own address makes the same release in every folder', async () => {
  const makeEntry = async () => {
    const source = await tinySection({
      'src/page.tsx': `import * as dep from 'dep';\nexport default () => JSON.stringify(dep);\n`,
      'node_modules/dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0' }),
      'node_modules/dep/index.js': `export default [import.meta.url, import.meta.dirname, new URL('./own.txt', import.meta.url).href];`,
      'node_modules/dep/own.txt': 'text',
    });
    return (await build('pig', source, path.join(source, 'dist'))).entry;
  };
  expect(await makeEntry()).toBe(await makeEntry());
});

test('imported CSS is a text in the script, with unique class names; its font is a file beside it', async () => {
  const source = await tinySection({
    'src/page.tsx': `import look from './look.module.css';\nimport './plain.css';\nimport text from './inline.css?inline';\nexport default () => <p className={look.box}>{text}</p>;\n`,
    'src/look.module.css':
      '@font-face { font-family: Mud; src: url(./mud.woff2) }\n.box { top: 1px }\n',
    'src/plain.css': "@import './other.css';\n.plain { top: 2px }\n",
    'src/other.css': '.other { top: 3px }\n',
    'src/inline.css': '.inline { top: 4px }\n',
    'src/mud.woff2': 'mud',
  });
  const target = path.join(source, 'dist');
  const { entry } = await build('pig', source, target);
  const script = readFileSync(path.join(target, entry), 'utf8');
  const [font] = readdirSync(path.join(target, 'styles'));
  expect(script).toContain(`src:url("release:styles/${font}")`);
  expect(script).toMatch(/\.pig-box-\w+\{top:1px\}'/);
  for (const rest of ['.other{top:3px}', '.plain{top:2px}', '.inline{top:4px}'])
    expect(script).toContain(rest);
  expect(script).not.toMatch(/sourceMappingURL|sources/);
  expect(readFileSync(path.join(target, `${entry}.map`), 'utf8')).not.toMatch(/data:|"\//);
});

test('a worker and imported CSS are the same release in a folder of another depth', async () => {
  const source = await tinySection({
    'src/page.tsx': `import look from './look.module.css';\nexport default () => <p className={look.mud} ref={() => void new Worker(new URL('./count.ts', import.meta.url))} />;\n`,
    'src/look.module.css': '.mud { background: url(./mud.woff2) }\n',
    'src/mud.woff2': 'mud',
    'src/count.ts': 'postMessage(1);\n',
  });
  const deeper = path.join(temporaryFolder(), 'of/another/team');
  cpSync(source, deeper, { recursive: true });
  const filesFrom = async (folder: string) => {
    const target = path.join(temporaryFolder(), 'dist');
    await build('pig', folder, target);
    return readdirSync(target, { recursive: true }).sort();
  };
  const files = await filesFrom(source);
  expect(files.filter((file) => String(file).endsWith('.mjs'))).toHaveLength(2);
  expect(await filesFrom(deeper)).toEqual(files);
});

const repository = path.join(import.meta.dirname, '../../../..');

test('each section of this repository makes the same release in a folder of another depth', async () => {
  const elsewhere = path.join(await temporaryFolder(), 'of/another/owner');
  mkdirSync(elsewhere, { recursive: true });
  for (const shared of ['node_modules', 'tsconfig.base.json', 'package.json', 'shell'])
    symlinkSync(path.join(repository, shared), path.join(elsewhere, shared));
  const sections = (await listDeployables()).filter(({ name }) => name !== 'shell');
  expect(sections.length).toBeGreaterThan(2);
  for (const { name, source } of sections) {
    const copy = path.join(elsewhere, path.basename(source));
    cpSync(source, copy, { recursive: true });
    const filesFrom = async (folder: string) => {
      const target = path.join(await temporaryFolder(), 'dist');
      await build(name, folder, target);
      const manifest = readFileSync(path.join(target, 'mf-manifest.json'), 'utf8');
      return [manifest, ...readdirSync(target, { recursive: true }).sort()];
    };
    expect(await filesFrom(copy)).toEqual(await filesFrom(source));
  }
});

test('a sheet that Tailwind has to compile is refused, and the message has the command', async () => {
  const source = await tinySection({
    'src/page.tsx': `import './tailwind.css';\nexport default () => <p className="flex" />;\n`,
    'src/tailwind.css': '@import "tailwindcss";\n',
  });
  await expect(build('pig', source, path.join(source, 'dist'))).rejects.toThrow(
    /"tailwindcss" cannot be imported here: compile it with `npx --yes @tailwindcss\/cli/,
  );
});
