import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Configuration, CopyRspackPlugin, DefinePlugin } from '@rspack/core';
import { load } from 'js-yaml';
import { baseConfig, basePlugins, type Development } from './base-config.ts';
import { leanRuntime } from './federation-runtimes.ts';
import { fillDocument } from './fill-document.ts';
import { providedVersions } from './sharing.ts';

/** The host: provides the shared singletons eagerly and opens the sections. */
export function shellConfig(folder: string, development?: Development): Configuration {
  const font = path.join(
    folder,
    '../node_modules/@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2',
  );
  return {
    ...baseConfig(folder, 'shell', leanRuntime, development),
    entry: './src/main.tsx',
    plugins: [
      ...basePlugins(folder, development),
      new CopyRspackPlugin({
        patterns: [
          {
            from: path.join(folder, 'document.html'),
            transform: (html) => fillDocument(String(html), folder),
          },
          { from: font, to: 'resources/outfit.woff2' },
          // The server names the owner where no script runs and to search engines.
          { from: path.join(folder, 'kit/owner.json'), to: 'owner.json' },
        ],
      }),
      new DefinePlugin({
        PROVIDED_VERSIONS: JSON.stringify(providedVersions()),
        TEXTS_FAILED: JSON.stringify(textsFailed(path.join(folder, 'locales'))),
        // The trimmed federation runtime: no snapshots, no Node branches.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        ENV_TARGET: '"web"',
      }),
    ],
  };
}

/** The words of every language for the case that no texts can be loaded: they have to be there already. */
function textsFailed(locales: string): object[] {
  return readdirSync(locales).map((file) => {
    const texts = load(readFileSync(path.join(locales, file), 'utf8')) as ShellTexts;
    return { language: path.parse(file).name, ...texts?.notices?.textsFailed };
  });
}

/** A text that is missing is named by the checks of the sources, not here. */
interface ShellTexts {
  notices?: { textsFailed?: { text: string; retry: string } };
}
