import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import type { Deployable } from '../project/project.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';

/** Open pages, which get changes by server-sent events. */
const pages = new Set<ServerResponse>();

/**
 * Serves the shell or a section with hot reload. Only pages of the site may read the sources; the server has the
 * site's host name, so that browsers treat both as one site.
 * @param shell the folder of a shell that was built for development, to serve below /shell/
 * @returns the server's address, and a promise of the first build
 */
export async function serveSources({ name, source }: Deployable, site: URL, shell?: string) {
  const { hostname, origin } = site;
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
  tellChanges(compiler, source);
  const server = new RspackDevServer(
    {
      port,
      host,
      hot: true,
      liveReload: false,
      static: shell ? { directory: shell, publicPath: '/shell', watch: false } : false,
      // `npm run dev` handles signals, as it has to stop the API too.
      setupExitSignals: false,
      headers: { 'Access-Control-Allow-Origin': origin },
      // Compression would buffer server-sent events.
      compress: false,
      client: {
        // All clients receive exceptions of the page; one shows them.
        overlay: { errors: true, warnings: false, runtimeErrors: name === 'shell' || !!shell },
        webSocketURL: { hostname, port },
      },
      devMiddleware: { stats: 'errors-warnings' },
      // The routes of changes come last, after the server's check of the host.
      setupMiddlewares: (middlewares) => [
        { name: 'other websites', middleware: refuseOtherWebsites },
        ...middlewares,
        { name: 'changes', path: '/changes', middleware: answerChanges },
        { name: 'changes for the shell', path: '/shell/changes', middleware: answerChanges },
      ],
    },
    compiler,
  );
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

function answerChanges(_request: unknown, response: ServerResponse): void {
  response.writeHead(200, {
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/event-stream',
  });
  response.flushHeaders();
  pages.add(response);
  response.once('close', () => pages.delete(response));
}

function tellChanges(compiler: Compiler, folder: string): void {
  const tell = (kind: string) => {
    for (const page of pages) page.write(`data: ${kind}\n\n`);
  };
  compiler.hooks.done.tap('changes', (stats) => {
    const changed = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
    const parts = changed.map((file) => path.relative(folder, file).split(path.sep)[0]);
    if (parts.includes('locales')) tell('texts');
    // The document has the list of pages.
    if (['resources', 'posts', 'document.html'].some((each) => parts.includes(each)))
      tell('document');
    if (!stats.hasErrors()) tell('built');
  });
}
