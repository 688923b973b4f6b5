/**
 * The federation runtime of a released section; the library's is many times as large. A section bundles no shared
 * singleton, so the runtime takes them from the host: the shell provides them eagerly, those of another host are
 * awaited when it asks for the page. The library's internal interface may change; `remote-runtime.test.ts` fails then.
 */

/** A shared module in one version: its factory, once it is loaded. */
interface Provided {
  lib?: () => unknown;
  get(): Promise<() => unknown> | (() => unknown);
}

/** The host's modules by name and version. */
type ShareScope = Record<string, Record<string, Provided> | undefined>;

interface Bundle {
  /** The bundle's modules by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
  getContainer(key: string, scope: unknown): Promise<unknown>;
}

interface Consumes {
  webpackRequire: Bundle;
  moduleToHandlerMapping: Record<string, { shareKey: string } | undefined>;
}

let shareScope: ShareScope | undefined;
/** The shared modules by their ids in the bundle. */
let handlers: Consumes['moduleToHandlerMapping'] = {};

/** Replaces shared modules by the host's. */
function consume(ids: readonly string[], { webpackRequire, moduleToHandlerMapping }: Consumes) {
  handlers = moduleToHandlerMapping;
  for (const id of ids) {
    const key = moduleToHandlerMapping[id]?.shareKey ?? id;
    webpackRequire.m[id] = (module) => {
      module.exports = provided(key);
    };
  }
}

function provided(key: string): unknown {
  const version = versionOf(key);
  if (!version?.lib) throw new Error(`The shell does not provide ${key}`);
  return version.lib();
}

/** Prefers a loaded version, as a host may offer several. */
function versionOf(key: string): Provided | undefined {
  const versions = Object.values(shareScope?.[key] ?? {});
  return versions.find(({ lib }) => lib) ?? versions[0];
}

/** Loads shared modules at `get`: a host loads them only after it has initialized all remotes. */
function awaitShared({ webpackRequire }: Pick<Consumes, 'webpackRequire'>): object {
  const { getContainer } = webpackRequire;
  webpackRequire.getContainer = async (...asked) => {
    await loadShared();
    return getContainer(...asked);
  };
  return {};
}

async function loadShared(): Promise<void> {
  for (const { shareKey = '' } of Object.values(handlers).filter((each) => each !== undefined)) {
    const version = versionOf(shareKey);
    if (version) version.lib ??= await version.get();
  }
}

const bundlerRuntime = {
  S: {},
  I: () => 1,
  init: awaitShared,
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

// The bundler's generated code imports the default.
export default federation;
