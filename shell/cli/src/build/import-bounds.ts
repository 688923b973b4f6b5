import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { RspackPluginInstance } from '@rspack/core';

/** Where something is read from, and by what: the folder of a module, or the text of one without a file. */
interface Reading {
  context: string;
  request: string;
  resource?: string | undefined;
}

/**
 * What an import may not do: a release is public, and is built on a machine with keys.
 *
 * - `import '!!loader!file'` would run the loader in the process that builds: a dependency without an install
 *   script could run code there. Loaders stand in the configuration alone.
 * - An installed package could bundle any file of the machine, such as a key or /proc/self/environ, as a text, an
 *   asset or a folder of modules. It reads what is installed alone.
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

/** The entry that federation adds: it names a text, not a file, and with it no loader. */
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
  // The small runtime stands in the place of an installed one.
  if (isInstalled(file) || file.startsWith(import.meta.dirname + path.sep)) return;
  throw withoutStack(
    `${context} imports "${request}", the file ${file} of this machine, which would be public. A package may import what is installed; leave this one out.`,
  );
}

/** The bundler would print the stack. */
function withoutStack(sentence: string): Error {
  return Object.assign(new Error(sentence), { stack: sentence });
}

/** Without links, which the address of a file keeps, and without a query, which could name node_modules. */
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
