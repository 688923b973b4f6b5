/**
 * Imports a script: the entry of a section or, through the global, any other file of shell and sections (see
 * `importFunctionName` of the build). A lost request is not the fault of a release, so it is repeated once,
 * at a new address, since only Chromium repeats a failed import.
 * @throws the browser's error, or what the script throws when it runs
 */
export async function importScript<Module>(path: string): Promise<Module> {
  // Absolute, as the browser resolves imports against this script, which another server delivers in
  // development.
  const { href, pathname } = new URL(path, location.origin);
  try {
    return await import(/* webpackIgnore: true */ href);
  } catch (error) {
    // A failed request is a TypeError. One that the script throws names a position in it.
    if (!(error instanceof TypeError) || error.stack?.includes(`${href}:`)) throw error;
    const again = `${href}?again=${Date.now()}`;
    const map = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
    // Checks the hash, which the import map has for the other address. The import finds it in the cache.
    await fetch(again, { integrity: JSON.parse(map).integrity?.[pathname] ?? '' });
    return import(/* webpackIgnore: true */ again);
  }
}

declare global {
  /** Without it a browser accepts every address; the content security policy allows the site's own. */
  var trustedTypes: { createPolicy(name: 'default', rules: object): void } | undefined;
}

/** Lets the build's own imports, and workers, use scripts of releases only. */
export function startImports(): void {
  // The build calls this function.
  Object.assign(globalThis, { importScript });
  // Sections cannot make another policy: this one has the only name that is allowed.
  const releasedScript = new RegExp(`^${location.origin}/releases/[\\w-]+/\\w+/[\\w.-]+$`);
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (address: string) => (releasedScript.test(address) ? address : null),
  });
}
