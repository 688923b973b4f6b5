import { readFileSync } from 'node:fs';
import path from 'node:path';
import { palette, withPalette } from '@portfolio/contract/read-palette.ts';
import {
  type Compiler,
  type Configuration,
  CopyRspackPlugin,
  DefinePlugin,
  experiments,
} from '@rspack/core';
import {
  baseConfig,
  basePlugins,
  type Development,
  engines,
  providedVersions,
} from './base-config.ts';

const routerFolder = path.join(
  import.meta.dirname,
  '../../../../node_modules/react-router/dist/production',
);

export function fontOf(folder: string): string {
  const file = '@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2';
  return path.join(folder, '../node_modules', file);
}

/** The package exports its development build for production, too (remix-run/react-router#14102). */
export const productionRouter = {
  'react-router$': path.join(routerFolder, 'index.mjs'),
  'react-router/dom$': path.join(routerFolder, 'dom-export.mjs'),
};

/** The shell is the host, which provides the shared singletons eagerly. */
export function shellConfig(folder: string, development?: Development): Configuration {
  const base = baseConfig(folder, 'shell', development);
  return {
    ...base,
    resolve: { ...base.resolve, alias: development ? {} : productionRouter },
    entry: './src/main.tsx',
    plugins: [
      ...basePlugins(folder, development),
      new CopyRspackPlugin({
        patterns: [
          {
            from: path.join(folder, 'document.html'),
            transform: (html) => fillDocument(String(html), folder),
          },
          { from: fontOf(folder), to: 'resources/outfit.woff2' },
          ...(['dark', 'light'] as const).map((theme) => ({
            from: path.join(folder, 'wall.svg'),
            to: `resources/wall-${theme}.svg`,
            transform: (wall: Buffer) => {
              const html = readFileSync(path.join(folder, 'document.html'), 'utf8');
              return withPalette(String(wall), html, theme);
            },
          })),
          // The server names the owner in pages without script and for search engines.
          { from: path.join(folder, 'kit/owner.json') },
        ],
      }),
      // The bundler does not see that the copy of the document reads the script.
      ({ hooks }: Compiler) =>
        hooks.thisCompilation.tap('dependOnScript', ({ fileDependencies }) => {
          fileDependencies.add(path.join(folder, script));
        }),
      new DefinePlugin({ PROVIDED_VERSIONS: JSON.stringify(providedVersions()) }),
    ],
  };
}

const script = 'src/document/start.ts';
/** The element of the document that names it. */
const inline = / data-source="\.\/src\/document\/start\.ts"([^>]*>)/;
const background = /\{\{background (dark|light)\}\}/g;
const darkTheme = /\[data-theme='dark'\] (\{.*?\n *\}\n)/s;
const forReaders = /\/\*.*?\*\/|<!--.*?-->|\n\s+/gs;

/**
 * Fills in the document's script and the colour of a browser's bars, and repeats the dark colours, as CSS cannot
 * join a media query with a selector. Removes comments and indentation, which every answer would contain.
 */
export function fillDocument(html: string, folder: string): string {
  return html
    .replaceAll(
      background,
      (_all, theme: 'dark' | 'light') => palette(html, theme).get('--background') ?? '',
    )
    .replace(darkTheme, '$&@media (prefers-color-scheme: dark) {\n:root:not([data-theme]) $1}\n')
    .replaceAll(forReaders, (found) => (found.startsWith('\n') ? '\n' : ''))
    .replace(inline, (_all, end: string) => end + readScript(folder));
}

/** The script of the document, as a block, whose names do not collide with those of other scripts. */
function readScript(folder: string): string {
  const { code } = experiments.swc.transformSync(readFileSync(path.join(folder, script), 'utf8'), {
    env: { targets: engines },
    jsc: { parser: { syntax: 'typescript' } },
  });
  return experiments.swc.minifySync(`{${code}}`).code;
}
