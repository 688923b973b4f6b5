import { spawn } from 'node:child_process';
import { type DevServers, devServersVariable } from '@portfolio/api/development/dev-servers.ts';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { pageOf, readManifest } from '../build/manifest.ts';
import { remoteConfig } from '../build/remote-config.ts';
import { shellConfig } from '../build/shell-config.ts';
import { WrongUseError } from '../exit-code.ts';
import { findDeployable, listDeployables, repository } from '../project.ts';
import { openChanges } from './changes.ts';

const changes = openChanges();

/**
 * `portfolio dev [sections...]`: the shell and the sections (or only the named ones, the others from
 * their live releases) with hot reload, and the API, which starts again when it changes. All servers
 * in one process, which is ready sooner than several.
 */
export async function develop(wanted: readonly string[]): Promise<void> {
  if (!repository)
    throw new WrongUseError('Hot reload needs the shell: start it in the repository.');
  for (const name of wanted) await findDeployable(name);
  const deployables = (await listDeployables()).filter(
    // Hot reload needs the development build of React, which only the shell can provide.
    ({ name }) => name === 'shell' || wanted.length === 0 || wanted.includes(name),
  );

  const servers: DevServers = {};
  for (const { name, source } of deployables) {
    const port = Number(await RspackDevServer.getFreePort('auto', 'localhost'));
    await serve(name, source, port);
    const entry = name === 'shell' ? 'main.mjs' : 'remoteEntry.mjs';
    const page = name === 'shell' ? undefined : pageOf(name, source, await readManifest(source));
    servers[name] = { folder: source, base: `http://localhost:${port}/`, entry, page };
  }
  const names = deployables.map(({ name }) => name).join(', ');
  console.log(`Hot reload: ${names}`);
  startApi(servers, repository);
}

async function serve(name: string, folder: string, port: number): Promise<void> {
  const config =
    name === 'shell' ? shellConfig(folder, { port }) : remoteConfig(folder, name, { port });
  const compiler = rspack(config);
  changes.follow(compiler, folder, `http://localhost:${port}/`);
  const server = new RspackDevServer(
    {
      port,
      host: 'localhost',
      hot: true,
      liveReload: false,
      // Signals are ours: the API has to be stopped with the servers.
      setupExitSignals: false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: ['localhost'],
      client: { overlay: false, webSocketURL: { hostname: 'localhost', port } },
      devMiddleware: { stats: 'errors-warnings' },
      setupMiddlewares: (middlewares) => [
        { name: 'changes', path: '/changes', middleware: changes.answer },
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
}

function startApi(servers: DevServers, cwd: string): void {
  const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'api/src/main.ts'], {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, [devServersVariable]: JSON.stringify(servers) },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      api.kill(signal);
      api.once('close', () => process.exit(0));
    });
}
