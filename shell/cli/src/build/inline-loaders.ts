import type { ResolveData, RspackPluginInstance } from '@rspack/core';

/** The entry that federation adds: it names a text, not a file, and with it no loader. */
const entryOfFederation = '@module-federation/runtime/rspack.js!=!data:';

/**
 * `import '!!loader!file'` would run the loader in the process that builds: a dependency without an
 * install script could run code on the machine that deploys. Loaders stand in the configuration alone.
 */
export const refuseInlineLoaders: RspackPluginInstance = {
  apply({ hooks }) {
    hooks.normalModuleFactory.tap('refuseInlineLoaders', (factory) =>
      factory.hooks.beforeResolve.tap('refuseInlineLoaders', refuse),
    );
  },
};

function refuse({ request, contextInfo }: Pick<ResolveData, 'request' | 'contextInfo'>): void {
  if (!request.includes('!') || request.startsWith(entryOfFederation)) return;
  const error = new Error(
    `${contextInfo.issuer || 'A module'} imports "${request}": an import with ! names a loader, code that runs while the site is built. Import the file without it, or leave the package out.`,
  );
  // Without a stack, which the bundler would print.
  error.stack = error.message;
  throw error;
}
