import { spawn } from 'node:child_process';
import path from 'node:path';
import { localAddress, readConfig } from '@portfolio/api/config.ts';
import { type DevServers, devServersVariable } from '@portfolio/api/development.ts';
import { addRelease } from '@portfolio/releases/live/change-live.ts';
import { isSourceMap } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { inWorkFolder } from '@portfolio/releases/store/release-cache.ts';
import { openStore, readLive } from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import { serveSources } from '../build/development-server.ts';
import { ownPackage, repository } from '../own-package.ts';
import { pageOf, readManifest, writeInto } from '../project/manifest.ts';
import {
  type Deployable,
  findDeployable,
  listDeployables,
  needSection,
  openOwnStore,
  readSettings,
  temporaryFolder,
} from '../project/project.ts';
import { addressOf, siteAt } from '../publishing/site.ts';
import { endWithNpm, WrongUseError } from '../terminal/terminal.ts';

export function defineDev(command: Command): void {
  command
    .argument('[sections...]', 'only these; the others come from their live releases')
    .option('--to <site>', 'away from the repository: beside the live sections of this site')
    .action(develop);
}

/** Serves shell and sections with hot reload, and the API. One process for all servers starts faster. */
async function develop(wanted: readonly string[], { to }: { to?: string }): Promise<void> {
  endWithNpm();
  for (const name of wanted) await findDeployable(name);
  if (!repository) return developAlone(to, await needSection());
  if (to)
    throw new WrongUseError('In the repository there are all sources: start it without --to.');
  const { PORT, HOST } = readSettings();
  const servers: DevServers = {};
  const builds: Promise<void>[] = [];
  // Servers take their ports one after the other, but build in parallel.
  for (const deployable of await chooseDeployables(wanted)) {
    const { base, isBuilt } = await serveSources(deployable, localAddress(PORT, HOST));
    builds.push(isBuilt);
    servers[deployable.name] = await serverOf(deployable, base);
  }
  await Promise.all(builds);
  startApi(servers, repository, ['--watch', '--watch-preserve-output', 'api/src/main.ts']);
}

/** Serves a section in the packed shell of this command line, whose React has hot reload. */
async function developAlone(to: string | undefined, section: Deployable): Promise<void> {
  const { name, source } = section;
  const { PORT, HOST } = readConfig(process.env);
  const shell = path.join(ownPackage, 'shell');
  const dataDir = to ? await copyWhole(to) : temporaryFolder();
  const { base, isBuilt } = await serveSources(section, localAddress(PORT, HOST), shell);
  await isBuilt;
  const servers: DevServers = {
    [name]: await serverOf(section, base),
    shell: { folder: shell, base: `${base}shell/`, entry: 'main.mjs' },
  };
  const { DATABASE_URL: _1, SMTP_URL: _2, PUBLIC_URL: _3, ...env } = process.env;
  const packed = [path.join(ownPackage, 'dist/api.mjs')];
  startApi(servers, source, packed, { ...env, DATA_DIR: dataDir });
}

/** The server that replaces a release. */
async function serverOf({ name, source: folder }: Deployable, base: string) {
  if (name === 'shell') return { folder, base, entry: 'main.mjs' };
  const page = pageOf(name, folder, await readManifest(folder));
  return { folder, base, entry: 'remoteEntry.mjs', page };
}

/** Copies the live releases of a site. @returns the folder of their store */
async function copyWhole(to: string): Promise<string> {
  const { facts, read } = siteAt(to);
  const { releases, connectOrigins } = await facts();
  const DATA_DIR = temporaryFolder();
  await using store = await openStore({ DATA_DIR, CONNECT_ORIGINS: connectOrigins });
  for (const live of Object.values(releases)) {
    const files = Object.keys(live.files).filter((file) => !isSourceMap(file));
    await inWorkFolder(store, async (folder) => {
      for (const file of files) await writeInto(folder, file, await read(addressOf(live, file)));
      await addRelease(store, folder, live);
    }).catch((error) => {
      // What is live was examined there; a section may not fit any more.
      if (!(error instanceof RefusedError) || live.name === 'shell') throw error;
    });
  }
  return DATA_DIR;
}

/** Chooses the named sections, and those without a live release. */
async function chooseDeployables(wanted: readonly string[]): Promise<Deployable[]> {
  const known = await listDeployables();
  if (wanted.length === 0) return known;
  await using store = await openOwnStore();
  const live = await readLive(store.database);
  const isLive = ({ name }: Deployable) => Boolean(live.get(name)?.ids.length);
  // Hot reload needs the development build of React, which only the shell can provide.
  const isNamed = ({ name }: Deployable) => name === 'shell' || wanted.includes(name);
  return known.filter((each) => isNamed(each) || !isLive(each));
}

function startApi(servers: DevServers, cwd: string, args: readonly string[], env = process.env) {
  const api = spawn(process.execPath, args, {
    cwd,
    stdio: 'inherit',
    env: { ...env, [devServersVariable]: JSON.stringify(servers) },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => api.kill(signal));
  // The servers end with the API, which has no code after a signal.
  api.once('close', (code) => process.exit(code ?? 0));
}
