import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';

/** An import. `context` is the folder of the importing module, or the text of one without a file. */
interface Reading {
  context: string;
  request: string;
  resource?: string | undefined;
}

/**
 * Refuses dangerous imports, as a release is public, and is built on a machine with keys.
 *
 * - `import '!!loader!file'` would run the loader during the build, even of a dependency without an install script.
 *   Only the configuration names loaders.
 * - An installed package could bundle any file of the machine, such as a key or /proc/self/environ, as a text, an
 *   asset or a folder of modules. It may read only installed files.
 */
export const importBounds: RspackPluginInstance = {
  apply({ hooks }) {
    hooks.normalModuleFactory.tap('importBounds', (factory) => {
      factory.hooks.beforeResolve.tap('importBounds', ({ request, contextInfo }) => {
        refuseLoaders(request, contextInfo.issuer);
      });
      factory.hooks.afterResolve.tap('importBounds', (found) => {
        refuseForeignFiles({ ...found, resource: found.createData?.resource });
      });
    });
    hooks.contextModuleFactory.tap('importBounds', (factory) =>
      factory.hooks.afterResolve.tap('importBounds', (found) => {
        if (found) refuseForeignFiles(found);
        return found;
      }),
    );
  },
};

/** The entry that federation adds, which is a text and names no loader. */
const entryOfFederation = '@module-federation/runtime/rspack.js!=!data:';

function refuseLoaders(request: string, issuer: string): void {
  if (!request.includes('!') || request.startsWith(entryOfFederation)) return;
  throw withoutStack(
    `${issuer || 'A module'} imports "${request}": an import with ! names a loader, code that runs while the site is built. Import the file without it, or leave the package out.`,
  );
}

function refuseForeignFiles({ context, request, resource = '' }: Reading): void {
  const isOwnSource = path.isAbsolute(context) && !isInstalled(context);
  if (isOwnSource || !path.isAbsolute(resource)) return;
  const file = fileOf(resource);
  // The small runtime replaces an installed one.
  if (isInstalled(file) || file.startsWith(import.meta.dirname + path.sep)) return;
  throw withoutStack(
    `${context} imports "${request}", the file ${file} of this machine, which would be public. A package may import what is installed; leave this one out.`,
  );
}

/** An error without its stack, which the bundler would print. */
export function withoutStack(sentence: string): Error {
  return Object.assign(new Error(sentence), { stack: sentence });
}

/** Resolves links, and removes a query, which could name node_modules. */
function fileOf(resource: string): string {
  for (const each of [resource, resource.replace(/[?#].*/s, '')]) {
    try {
      return realpathSync(each);
    } catch {}
  }
  return path.resolve(resource.replace(/[?#].*/s, ''));
}

function isInstalled(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}
