/**
 * The federation runtime of a released section, in place of the library's, which is many times as
 * large. A section bundles none of the shared singletons, so it hands over what its host has: the shell provides all
 * of them eagerly, and another host's are awaited when it asks for the page. It leans on the library's internal shape;
 * `remote-runtime.test.ts` fails on an upgrade that changes it.
 */

/** A shared module in one version: its factory, once it is loaded. */
interface Provided {
  lib?: () => unknown;
  get(): Promise<() => unknown> | (() => unknown);
}

/** What the host provides, by shared module and version. */
type ShareScope = Record<string, Record<string, Provided> | undefined>;

interface Bundle {
  /** The bundle's modules by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
  /** The `get` of the container. */
  getContainer(key: string, scope: unknown): Promise<unknown>;
}

interface Consumes {
  webpackRequire: Bundle;
  moduleToHandlerMapping: Record<string, { shareKey: string } | undefined>;
}

let shareScope: ShareScope | undefined;
/** The shared modules of the whole bundle by their ids in it. */
let handlers: Consumes['moduleToHandlerMapping'] = {};

/** Puts modules of the shell in the place of the ones a remote leaves out. */
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

/** The one that is loaded: a host may have been offered several. */
function versionOf(key: string): Provided | undefined {
  const versions = Object.values(shareScope?.[key] ?? {});
  return versions.find(({ lib }) => lib) ?? versions[0];
}

/** Not when it is initialized: a host loads what it shares once all its remotes are. */
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

// A default, because the bundler's generated code asks for one.
export default federation;
