import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';

const requests = {
  import: `import value from '!!dep/loader.cjs!dep/data.txt';\nexport default value;`,
  'export from': `export * from '-!dep/loader.cjs!./data.txt';`,
  'import()': `export default () => import('!dep/loader.cjs!./data.txt');`,
  'a path that is put together': `export default (name) => import(\`!!dep/loader.cjs!./texts/\${name}\`);`,
  'require.context': `export default require.context('!!dep/loader.cjs!./texts', true, /txt$/);`,
  'new URL': `export default new URL('!!dep/loader.cjs!./data.txt', import.meta.url);`,
  'another name for the file': `export { default } from 'data:a!=!!!dep/loader.cjs!./data.txt';`,
};

test.each(Object.entries(requests))(
  'no dependency runs code while it is bundled: a loader named by %s',
  async (_form, source) => {
    const folder = await tinySection({
      'src/page.tsx': `import * as dep from 'dep';\nexport default () => String(dep);\n`,
      'node_modules/dep/package.json': JSON.stringify({ name: 'dep', version: '1.0.0' }),
      'node_modules/dep/index.js': source,
      'node_modules/dep/data.txt': 'data',
      'node_modules/dep/texts/data.txt': 'data',
      'node_modules/dep/loader.cjs': `
        require('node:fs').writeFileSync(__dirname + '/ran', process.env.PORTFOLIO_KEY ?? '');
        module.exports = () => 'export default 1';`,
    });
    const refused = await build('pig', folder, path.join(folder, 'dist')).catch(
      (error: Error) => error.message,
    );
    expect(existsSync(path.join(folder, 'node_modules/dep/ran'))).toBe(false);
    expect(refused).toEqual(expect.stringContaining('names a loader'));
    expect(refused).toEqual(expect.stringContaining('node_modules/dep/index.js'));
  },
);
