/**
 * The federation runtime of a released section; the library's is many times as large. A section bundles no shared
 * singleton, so the runtime takes them from the host: the shell provides them eagerly, those of another host are
 * awaited when it asks for the page. The library's internal interface may change; `remote-config.process.test.ts` fails then.
 */

/** A shared module in one version: its factory, once it is loaded. */
interface Provided {
  lib?: () => unknown;
  get(): Promise<() => unknown> | (() => unknown);
}

interface Consumes {
  webpackRequire: {
    /** The bundle's modules by id. */
    m: Record<string, (module: { exports: unknown }) => void>;
    getContainer(key: string, scope: unknown): Promise<unknown>;
  };
  moduleToHandlerMapping: Record<string, { shareKey: string } | undefined>;
}

/** The host's modules by name and version. */
let shareScope: Record<string, Record<string, Provided> | undefined> | undefined;
/** The shared modules of all parts by their ids in the bundle. */
let handlers: Consumes['moduleToHandlerMapping'] = {};

/** Replaces shared modules by the host's. */
function consume(ids: readonly string[], { webpackRequire, moduleToHandlerMapping }: Consumes) {
  handlers = moduleToHandlerMapping;
  for (const id of ids) {
    const key = moduleToHandlerMapping[id]?.shareKey ?? id;
    webpackRequire.m[id] = (module) => {
      const lib = versionOf(key)?.lib;
      if (!lib) throw new Error(`The shell does not provide ${key}`);
      module.exports = lib();
    };
  }
}

/** Prefers a loaded version, as a host may offer several. */
function versionOf(key: string): Provided | undefined {
  const versions = Object.values(shareScope?.[key] ?? {});
  return versions.find(({ lib }) => lib) ?? versions[0];
}

// The bundler's generated code imports the default.
export default {
  bundlerRuntime: {
    /** Loads shared modules at `get`: a host loads them only after it has initialized all remotes. */
    init: ({ webpackRequire }: Consumes) => {
      const { getContainer } = webpackRequire;
      webpackRequire.getContainer = async (...asked) => {
        for (const { shareKey = '' } of Object.values(handlers).filter((each) => !!each)) {
          const version = versionOf(shareKey);
          if (version) version.lib ??= await version.get();
        }
        return getContainer(...asked);
      };
    },
    initContainerEntry: (entry: { shareScope: typeof shareScope }) => {
      shareScope = entry.shareScope;
    },
    installInitialConsumes: (consumes: Consumes & { initialConsumes: readonly string[] }) =>
      consume(consumes.initialConsumes, consumes),
    consumes: (consumes: Consumes & { chunkId: string; chunkMapping: Record<string, string[]> }) =>
      consume(consumes.chunkMapping[consumes.chunkId] ?? [], consumes),
  },
};
