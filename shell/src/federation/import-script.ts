/** The hash of every script by its address, as the import map has it, whether or not the browser follows that. */
const { integrity: hashes = {} }: { integrity?: Record<string, string> } = JSON.parse(
  document.querySelector('script[type=importmap]')?.textContent ?? '{}',
);

/**
 * Imports a script: the entry of a section, and through the global every other file of shell and sections (see
 * `importFunctionName` of the build). One that is lost on its way is no fault of its release and is requested
 * once more, at another address each time, since only Chromium repeats the request of an import that failed; a
 * preload has its hash there.
 * @throws the browser's error, or what the script throws when it runs.
 */
export async function importScript<Module>(path: string): Promise<Module> {
  // Absolute: an import is read from where this script lies, in development another server.
  const { href, pathname } = new URL(path, location.origin);
  try {
    return await import(/* webpackIgnore: true */ href);
  } catch (error) {
    // No such error is one of the syntax, nor most that a script throws.
    if (!(error instanceof TypeError)) throw error;
    const again = `${href}?again=${Date.now()}`;
    const preload = document.createElement('link');
    const isThere = new Promise((resolve) => {
      preload.onload = () => resolve(true);
      preload.onerror = () => resolve(false);
    });
    const integrity = hashes[pathname] ?? '';
    document.head.append(Object.assign(preload, { rel: 'modulepreload', href: again, integrity }));
    if (!(await isThere)) throw error;
    return import(/* webpackIgnore: true */ again);
  }
}

// For the files that the build imports.
Object.assign(globalThis, { importScript });
