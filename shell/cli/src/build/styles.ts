import { createRequire } from 'node:module';
import { Compilation, type RspackPluginInstance, type RuleSetRule, sources } from '@rspack/core';
import { engines } from './base-config.ts';

const require = createRequire(import.meta.url);

export const cssFile = /\.css$/;

export const stylesAlias = {
  '@portfolio/cli/adopt-styles': require.resolve('@portfolio/cli/adopt-styles'),
};

/** A CSS file becomes a constructed sheet, to which no policy applies; its fonts and pictures become files. */
export const styleRules: RuleSetRule[] = [
  {
    test: cssFile,
    oneOf: [
      {
        resourceQuery: /^$/,
        issuer: { not: cssFile },
        type: 'javascript/auto',
        loader: require.resolve('@portfolio/cli/load-styles'),
        sideEffects: true,
      },
      {
        type: 'css/auto',
        loader: 'builtin:lightningcss-loader',
        options: { minify: true, targets: engines },
        parser: { exportType: 'text' },
        // Sections share a page.
        generator: { localIdentName: '[uniqueName]-[local]-[hash]' },
      },
    ],
  },
  {
    issuer: cssFile,
    dependency: 'url',
    type: 'asset/resource',
    generator: { filename: 'styles/[hash][ext]', publicPath: 'release:' },
  },
];

const styleMap = /\\n\/\*# sourceMappingURL=data:[^*]*\*\//g;

/** Removes source maps from style sheets. Rspack adds them whatever `devtool` says, with a path of this machine. */
export const dropStyleMaps: RspackPluginInstance = {
  apply({ hooks }) {
    hooks.compilation.tap('dropStyleMaps', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS;
      compilation.hooks.processAssets.tap({ name: 'dropStyleMaps', stage }, (assets) => {
        for (const [name, asset] of Object.entries(assets)) {
          if (!name.endsWith('.mjs')) continue;
          const { source, map } = asset.sourceAndMap();
          const without = String(source).replace(styleMap, '');
          if (without !== source)
            compilation.updateAsset(
              name,
              new sources.SourceMapSource(without, name, JSON.stringify(map)),
            );
        }
      });
    });
  },
};
