import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import type { Deployable } from '../project/project.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';

/** What hot reload does not replace in a page, by its first folder or file: the page is loaded again. */
const reloaded = ['locales', 'resources', 'posts', 'document.html'];

/**
 * Serves the shell or a section with hot reload. Only pages of the site may read the sources; the server has the
 * site's host name, so that browsers treat both as one site.
 * @param shell the folder of a shell that was built for development, to serve below /shell/
 * @returns the server's address, and a promise of the first build
 */
export async function serveSources({ name, source }: Deployable, site: string, shell?: string) {
  const { hostname, origin } = new URL(site);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const port = Number(await RspackDevServer.getFreePort('auto', host));
  const base = `http://${hostname}:${port}/`;
  const config =
    name === 'shell'
      ? shellConfig(source, { base })
      : await remoteConfig(source, name, { base, site: origin });
  const compiler = rspack({ ...config, infrastructureLogging: { level: 'warn' } });
  const isBuilt = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('first build', () => resolve());
  });
  const server = new RspackDevServer(
    {
      port,
      host,
      liveReload: false,
      static: shell ? { directory: shell, publicPath: '/shell', watch: false } : false,
      // `npm run dev` handles signals, as it has to stop the API too.
      setupExitSignals: false,
      headers: { 'Access-Control-Allow-Origin': origin },
      client: {
        // All clients receive exceptions of the page; one shows them.
        overlay: { errors: true, warnings: false, runtimeErrors: name === 'shell' || !!shell },
        webSocketURL: { hostname, port },
      },
      devMiddleware: { stats: 'errors-warnings' },
      setupMiddlewares: (middlewares) => [
        { name: 'other websites', middleware: refuseOtherWebsites },
        ...middlewares,
      ],
    },
    compiler,
  );
  compiler.hooks.done.tap('changes of what is no module', (stats) => {
    const changed = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
    const parts = changed.map((file) => path.relative(source, file).split(path.sep)[0] ?? '');
    if (!stats.hasErrors() && parts.some((part) => reloaded.includes(part)))
      // The client in the page hands this message on to the shell, and does nothing itself.
      server.sendMessage(server.webSocketServer?.clients ?? [], 'progress-update', {});
  });
  await server.start();
  return { base, isBuilt };
}

/** Refuses other websites: even requests whose answers they cannot read have effects, such as opening an editor. */
function refuseOtherWebsites(
  { headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (headers['sec-fetch-site'] !== 'cross-site') next();
  else response.writeHead(403).end('Only the site that is developed may ask for its sources.');
}
