import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';

/** A section that bundles a package with this module; beside both lies a key. */
async function buildWith(source: string): Promise<unknown> {
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
    'node_modules/dep/texts/own.json': '{}',
  });
  await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  await symlink(path.join(folder, 'linked'), path.join(folder, 'node_modules/linked'));
  return build('pig', folder, path.join(folder, 'dist')).then(
    () => 'built',
    (error: Error) => error.message,
  );
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
  'no dependency puts a file of the machine into a public release: %s',
  async (_form, source) => {
    expect(await buildWith(source)).toEqual(expect.stringContaining('would be public'));
  },
);

test('a dependency bundles its own files, and other packages', async () => {
  const source = `
    import fs from 'fs';
    import manifest from './package.json';
    const texts = require.context('./texts', false, /json$/);
    export default [fs, manifest, new URL('./own.txt', import.meta.url).href, texts.keys()];`;
  expect(await buildWith(source)).toBe('built');
});
