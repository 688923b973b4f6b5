import { spawn } from 'node:child_process';
import { type DevServers, devServersVariable } from '@portfolio/api/development/dev-servers.ts';
import type { PageDeclaration } from '@portfolio/contract/pages.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import { serveSources } from '../build/development-server.ts';
import { pageOf, readManifest } from '../build/manifest.ts';
import { WrongUseError } from '../exit-code.ts';
import { refuseTakenPort } from '../port.ts';
import { type Deployable, findDeployable, listDeployables, readSettings } from '../project.ts';
import { repository } from '../repository.ts';
import type { Usage } from '../usage.ts';
import { withStore } from '../with-store.ts';

/** `portfolio dev [sections...]` */
export function define(command: Usage): void {
  command
    .argument('[sections...]', 'only these; the others come from their live releases')
    .action(develop);
}

/**
 * Serves the shell and the sections with hot reload, and the API, which starts again when it changes.
 * Nothing is released for it. All servers are in one process, which is ready sooner than several.
 */
async function develop(wanted: readonly string[]): Promise<void> {
  if (!repository)
    throw new WrongUseError('Hot reload needs the shell: start it in the repository.');
  for (const name of wanted) await findDeployable(name);
  await refuseTakenPort(readSettings());
  const deployables = await chooseDeployables(wanted);
  const servers: DevServers = {};
  const builds: Promise<void>[] = [];
  // One takes its port after the other; they build together.
  for (const { name, source: folder } of deployables) {
    const { base, isBuilt } = await serveSources({ name, source: folder });
    builds.push(isBuilt);
    servers[name] =
      name === 'shell'
        ? { folder, base, entry: 'main.mjs' }
        : { folder, base, entry: 'remoteEntry.mjs', page: await readPage(name, folder) };
  }
  await Promise.all(builds);
  startApi(servers, repository);
}

/** Those that are named, and those that have no live release to come from. */
async function chooseDeployables(wanted: readonly string[]): Promise<Deployable[]> {
  const all = await listDeployables();
  if (wanted.length === 0) return all;
  // Hot reload needs the development build of React, which only the shell can provide.
  const isNamed = ({ name }: Deployable) => name === 'shell' || wanted.includes(name);
  const lacking = await withStore((store) =>
    Array.fromAsync(
      all.filter((each) => !isNamed(each)),
      async (each) => {
        const { ids } = await readPointerOrLast(store, each.name);
        return ids.length === 0 ? [each] : [];
      },
    ),
  );
  for (const { name } of lacking.flat())
    console.log(`${name} has no live release: it comes from its sources, too.`);
  return all.filter((each) => isNamed(each) || lacking.flat().includes(each));
}

async function readPage(name: string, folder: string): Promise<PageDeclaration> {
  return pageOf(name, folder, await readManifest(folder));
}

function startApi(servers: DevServers, cwd: string): void {
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/src/main.ts'], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, [devServersVariable]: JSON.stringify(servers) },
  });
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopping = true;
      api.kill(signal);
    });
  // Nothing can be developed without the API, so one that was killed ends the servers too.
  api.once('close', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
}
