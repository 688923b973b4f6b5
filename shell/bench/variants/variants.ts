import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningSite, startSite } from '../../e2e/fixtures/running-site.ts';
import { buildBundle } from './build-bundle.ts';
import { buildSite } from './build-site.ts';
import { buildUsual } from './build-usual.ts';

/** What is measured beside others, and how it is called. */
export interface Column {
  name: 'site' | 'bundle' | 'usual' | 'static';
  title: string;
}

/** One way to build the same pages. */
export interface Variant extends Column {
  name: 'site' | 'bundle' | 'usual';
  build: (dataDir: string) => Promise<void>;
  env: Record<string, string>;
}

const dropScriptPolicies = pathToFileURL(path.join(import.meta.dirname, 'drop-script-policies.ts'));

export const variants: readonly Variant[] = [
  { name: 'site', title: 'this site', build: buildSite, env: {} },
  { name: 'bundle', title: 'one bundle, no federation', build: buildBundle, env: {} },
  {
    name: 'usual',
    title: 'federation as usually set up',
    build: buildUsual,
    env: { NODE_OPTIONS: `--import=${dropScriptPolicies.href}` },
  },
];

/** All that is loaded: the last one has no script, so there is nothing to walk through. */
export const columns: readonly Column[] = [
  ...variants,
  { name: 'static', title: 'this page as a file without script' },
];

/** A column that answers requests. */
export interface RunningColumn extends Column {
  site: Pick<RunningSite, 'url' | 'stop'>;
}

/** A variant that answers requests. */
export interface RunningVariant extends Variant {
  site: RunningSite;
}

/** Builds a variant and serves it with the very API of the site, from a store of its own. */
export async function runVariant(variant: Variant, folder: string): Promise<RunningVariant> {
  const dataDir = path.join(folder, variant.name);
  console.log(`Building ${variant.title} …`);
  await variant.build(dataDir);
  return { ...variant, site: await startSite(variant.env, dataDir) };
}
