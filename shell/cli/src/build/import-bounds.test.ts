import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';

/** Builds a section that bundles a package with this module, beside a key. */
async function buildWith(source: string) {
  const folder = await tinySection({
    'pig.key': 'secret',
    'keys.json': '{ "pig": "secret" }',
    'src/page.tsx': `import * as dep from 'dep';\nexport default () => JSON.stringify(dep);\n`,
    'linked/package.json': JSON.stringify({ name: 'linked', version: '1.0.0' }),
    'linked/linked.json': '{ "pig": "secret" }',
    'node_modules/dep/package.json': JSON.stringify({
      name: 'dep',
      version: '1.0.0',
      browser: { fs: false, './mapped.js': '../../keys.json' },
    }),
    'node_modules/dep/index.js': source,
    'node_modules/dep/own.txt': 'text',
    'node_modules/dep/loader.cjs': `
      require('node:fs').writeFileSync(__dirname + '/ran', process.env.PORTFOLIO_KEY ?? '');
      module.exports = () => 'export default 1';`,
    'node_modules/dep/texts/own.json': '{}',
  });
  await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  await symlink(path.join(folder, 'linked'), path.join(folder, 'node_modules/linked'));
  const outcome = await build('pig', folder, path.join(folder, 'dist')).then(
    () => 'built',
    (error: Error) => error.message,
  );
  return { outcome, hasRun: existsSync(path.join(folder, 'node_modules/dep/ran')) };
}

const environment = `import value from '/proc/self/environ' with { type: 'text' };\nexport default value;`;

const readings = {
  'the environment that a process was started with': environment,
  'a key as a text': `import value from '../../pig.key' with { type: 'text' };\nexport default value;`,
  'a key as a file': `export default new URL('../../pig.key', import.meta.url).href;`,
  'a key with a query': `export default new URL('../../pig.key?/node_modules/', import.meta.url).href;`,
  'the address of a file': `export default new URL('file:///proc/self/environ', import.meta.url).href;`,
  JSON: `import value from '../../keys.json';\nexport default value;`,
  'a name that leads elsewhere': `import value from './mapped.js';\nexport default value;`,
  'a link': `import value from 'linked/linked.json';\nexport default value;`,
  'a folder': `const all = require.context('../..', false, /keys.json$/);\nexport default all.keys().map((key) => all(key));`,
  'a pattern': `export default import.meta.glob('../../*.json', { eager: true });`,
  'a module without a file': `export { default } from ${JSON.stringify(`data:text/javascript,${encodeURIComponent(environment)}`)};`,
};

test.each(Object.entries(readings))(
  'a dependency cannot bundle a file of the machine: %s',
  async (_form, source) => {
    expect((await buildWith(source)).outcome).toContain('would be public');
  },
);

test('a dependency may bundle its own files, and other packages', async () => {
  const source = `
    import fs from 'fs';
    import manifest from './package.json';
    const texts = require.context('./texts', false, /json$/);
    export default [fs, manifest, new URL('./own.txt', import.meta.url).href, texts.keys()];`;
  expect((await buildWith(source)).outcome).toBe('built');
});

const loaders = {
  import: `import value from '!!dep/loader.cjs!dep/own.txt';\nexport default value;`,
  'export from': `export * from '-!dep/loader.cjs!./own.txt';`,
  'import()': `export default () => import('!dep/loader.cjs!./own.txt');`,
  'a path that is put together': `export default (name) => import(\`!!dep/loader.cjs!./texts/\${name}\`);`,
  'require.context': `export default require.context('!!dep/loader.cjs!./texts', true, /json$/);`,
  'new URL': `export default new URL('!!dep/loader.cjs!./own.txt', import.meta.url);`,
  'another name for the file': `export { default } from 'data:a!=!!!dep/loader.cjs!./own.txt';`,
};

test.each(Object.entries(loaders))(
  'a dependency cannot run a loader during the build: %s',
  async (_form, source) => {
    const { outcome, hasRun } = await buildWith(source);
    expect(hasRun).toBe(false);
    expect(outcome).toContain('names a loader');
    expect(outcome).toContain('node_modules/dep/index.js');
  },
);
