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
 * An installed package could bundle any file of the machine that builds, such as a key or /proc/self/environ, as
 * a text, an asset or a folder of modules: a release is public. It reads what is installed alone.
 */
export const keepPackagesToThemselves: RspackPluginInstance = {
  apply({ hooks }) {
    hooks.normalModuleFactory.tap('keepPackagesToThemselves', (factory) =>
      factory.hooks.afterResolve.tap('keepPackagesToThemselves', (found) => {
        refuseOthers({ ...found, resource: found.createData?.resource });
      }),
    );
    hooks.contextModuleFactory.tap('keepPackagesToThemselves', (factory) =>
      factory.hooks.afterResolve.tap('keepPackagesToThemselves', (found) => {
        if (found) refuseOthers(found);
        return found;
      }),
    );
  },
};

function refuseOthers({ context, request, resource = '' }: Reading): void {
  const isOwnSource = path.isAbsolute(context) && !isInstalled(context);
  if (isOwnSource || !path.isAbsolute(resource)) return;
  const file = fileOf(resource);
  // The small runtime stands in the place of an installed one.
  if (isInstalled(file) || file.startsWith(import.meta.dirname + path.sep)) return;
  const error = new Error(
    `${context} imports "${request}", the file ${file} of this machine, which would be public. A package may import what is installed; leave this one out.`,
  );
  // Without a stack, which the bundler would print.
  error.stack = error.message;
  throw error;
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
