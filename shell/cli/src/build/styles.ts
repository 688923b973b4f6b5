import { createRequire } from 'node:module';
import { Compilation, type RspackPluginInstance, type RuleSetRule, sources } from '@rspack/core';
import { engines } from './base-config.ts';

export const cssFile = /\.css$/;

/** A CSS file becomes a text in the script; its fonts and pictures become files. */
export const styleRules: RuleSetRule[] = [
  {
    test: cssFile,
    oneOf: [
      {
        resourceQuery: /^$/,
        issuer: { not: cssFile },
        type: 'javascript/auto',
        loader: createRequire(import.meta.url).resolve('@portfolio/cli/load-styles'),
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
          const { source, map } = asset.sourceAndMap();
          const without = String(source).replace(styleMap, '');
          const mapped = () => new sources.SourceMapSource(without, name, JSON.stringify(map));
          if (/\.[cm]js$/.test(name) && without !== source) compilation.updateAsset(name, mapped);
        }
      });
    });
  },
};
