/**
 * The federation runtime of a released section, in place of the library's, which is many times as
 * large. A section bundles none of the shared singletons and the shell provides all of them eagerly, so it
 * hands over what the shell has. It leans on the library's internal shape; `remote-runtime.test.ts` fails on an
 * upgrade that changes it.
 */

/** What the shell provides: by shared module and version a factory of the module. */
type ShareScope = Record<string, Record<string, { lib?: () => unknown } | undefined> | undefined>;

interface Bundle {
  /** The bundle's modules by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
}

interface Consumes {
  webpackRequire: Bundle;
  moduleToHandlerMapping: Record<string, { shareKey: string } | undefined>;
}

let shareScope: ShareScope | undefined;

/** Puts modules of the shell in the place of the ones a remote leaves out. */
function consume(ids: readonly string[], { webpackRequire, moduleToHandlerMapping }: Consumes) {
  for (const id of ids) {
    const key = moduleToHandlerMapping[id]?.shareKey ?? id;
    webpackRequire.m[id] = (module) => {
      module.exports = provided(key);
    };
  }
}

function provided(key: string): unknown {
  const [version] = Object.values(shareScope?.[key] ?? {});
  if (!version?.lib) throw new Error(`The shell does not provide ${key}`);
  return version.lib();
}

const bundlerRuntime = {
  S: {},
  I: () => 1,
  init: () => ({}),
  remotes: () => {},
  getSharedFallbackGetter: () => undefined,
  initContainerEntry: (entry: { shareScope: ShareScope }) => {
    shareScope = entry.shareScope;
  },
  installInitialConsumes: (consumes: Consumes & { initialConsumes: readonly string[] }) =>
    consume(consumes.initialConsumes, consumes),
  consumes: (consumes: Consumes & { chunkId: string; chunkMapping: Record<string, string[]> }) =>
    consume(consumes.chunkMapping[consumes.chunkId] ?? [], consumes),
};

const federation = {
  runtime: {},
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime,
  bundlerRuntimeOptions: {},
  attachShareScopeMap: () => {},
};

// A default, because the bundler's generated code asks for one.
export default federation;
