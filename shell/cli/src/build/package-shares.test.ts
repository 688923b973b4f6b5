import path from 'node:path';
import { expect, test } from '@jest/globals';
import { tinySection } from '@portfolio/test-support/tiny-section.ts';
import { build } from './build.ts';

const manifest = (name: string) =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', sideEffects: false });
const long = (word: string) => `[${Array.from({ length: 400 }, (_, at) => `"${word}${at}"`)}]`;

async function sharesOf(files: Record<string, string>) {
  const folder = await tinySection(files);
  const { entry, shares } = await build('pig', folder, path.join(folder, 'dist'));
  return shares.get(entry) ?? new Map<string, number>();
}

test('only the bundled code of a package counts', async () => {
  const shares = await sharesOf({
    'src/page.tsx': `import { used } from '@team/large';\nimport { small } from 'small';\nexport default () => [used, small, ${long('own')}].join();\n`,
    'node_modules/@team/large/package.json': manifest('@team/large'),
    'node_modules/@team/large/index.js': `export const used = ${long('used')};\nexport const unused = [${Array(20).fill(long('unused'))}];\n`,
    'node_modules/small/package.json': manifest('small'),
    'node_modules/small/index.js': `export const small = ${long('small')};\n`,
  });
  const of = (name: string) => shares.get(name) ?? 0;
  expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  // The three bundled texts are equally long, though one package has more code.
  expect(of('@team/large') / of('its own sources')).toBeCloseTo(1, 0);
  expect(of('@team/large') / of('small')).toBeCloseTo(1, 0);
  expect(of('the bundler')).toBeGreaterThan(0);
});
