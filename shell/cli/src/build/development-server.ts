import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type Compiler, rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import type { Deployable } from '../project/project.ts';
import { remoteConfig } from './remote-config.ts';
import { shellConfig } from './shell-config.ts';

/** Files of a section that the bundler cannot replace in an open page, and how the page is told of them. */
const kinds = { locales: 'texts', resources: 'pictures', 'document.html': 'document' };

/** Pages that are told of changes, by server-sent events. */
const pages = new Set<ServerResponse>();

/** How a section is served away from the repository. */
interface Alone {
  /** The folder of a shell that was built for development: it is served below /shell/. */
  shell?: string | undefined;
  /** Under the shell of a site, whose React has no hot reload. */
  isReloaded?: boolean;
}

/**
 * Serves the shell or a section with hot reload, to pages of one site alone: what is not released is
 * read by no other website. By the host name of that site browsers tell the two apart from all others.
 * @returns its address, and when its first build is done
 */
export async function serveSources(
  { name, source, manifest }: Required<Deployable>,
  site: URL,
  alone?: Alone,
) {
  const isReloaded = alone?.isReloaded ?? false;
  const { hostname, origin } = site;
  const host = hostname.replaceAll(/[[\]]/g, '');
  const port = Number(await RspackDevServer.getFreePort('auto', host));
  const base = `http://${hostname}:${port}/`;
  const config =
    name === 'shell'
      ? shellConfig(source, { base })
      : remoteConfig(source, name, manifest, { base, isReloaded });
  const compiler = rspack({ ...config, infrastructureLogging: { level: 'warn' } });
  const isBuilt = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('first build', () => resolve());
  });
  tellChanges(compiler, source, base);
  const server = new RspackDevServer(
    {
      port,
      host,
      hot: !isReloaded,
      liveReload: isReloaded,
      // The build reports no change of scripts for a changed text or picture.
      watchFiles: isReloaded ? ['locales', 'resources'].map((each) => path.join(source, each)) : [],
      static: alone?.shell ? { directory: alone.shell, publicPath: '/shell', watch: false } : false,
      // Signals are ours: the API has to be stopped with the servers.
      setupExitSignals: false,
      headers: { 'Access-Control-Allow-Origin': origin },
      // What is compressed waits for more, and pages are told of changes at once.
      compress: false,
      client: {
        // Every client hears what the page throws; only one shows it.
        overlay: { errors: true, warnings: false, runtimeErrors: name === 'shell' || !!alone },
        webSocketURL: { hostname, port },
      },
      devMiddleware: { stats: 'errors-warnings' },
      // Those of changes are last: the server checks the host of a request first.
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

/** A request of theirs whose answer they cannot read does something as well: opens a file in the editor, builds anew. */
function refuseOtherWebsites(
  { headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (headers['sec-fetch-site'] !== 'cross-site') next();
  else response.writeHead(403).end('Only the site that is developed may ask for its sources.');
}

/** Answers `GET /changes` of a page, for as long as it is open. */
function answerChanges(_request: unknown, response: ServerResponse): void {
  response.writeHead(200, {
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/event-stream',
  });
  response.flushHeaders();
  pages.add(response);
  response.once('close', () => pages.delete(response));
}

function tellChanges(compiler: Compiler, folder: string, base: string): void {
  const tell = (kind: string) => {
    for (const page of pages) page.write(`data: ${JSON.stringify({ kind, base })}\n\n`);
  };
  compiler.hooks.done.tap('changes', (stats) => {
    const changed = [...(compiler.modifiedFiles ?? []), ...(compiler.removedFiles ?? [])];
    for (const [part, kind] of Object.entries(kinds)) {
      const place = path.join(folder, part);
      if (changed.some((file) => file === place || file.startsWith(place + path.sep))) tell(kind);
    }
    // The pages that Markdown files are: the document says which there are.
    if (changed.some((file) => /\.md$|[\\/]pages\.yaml$/.test(file))) tell('document');
    if (!stats.hasErrors()) tell('built');
  });
}
