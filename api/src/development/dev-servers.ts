import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pagesFile } from '@portfolio/contract/pages.ts';
import type { LiveReleases } from '@portfolio/releases/live/follow-live-releases.ts';
import { completeSet, type LiveSet } from '@portfolio/releases/live/live-set.ts';
import { languageOf, parseTextsDocument } from '@portfolio/releases/release/files.ts';
import { type Release, releaseSchema, templateFile } from '@portfolio/releases/release/release.ts';
import type { LoadedRelease } from '@portfolio/releases/store/release-cache.ts';
import type { RequestHandler } from 'express';

/** A development server that replaces a release. */
interface DevServer extends Pick<Release, 'entry' | 'page'> {
  /** The folder of the sources, which lists the languages. */
  folder: string;
  /** The server's address, with a slash at the end. */
  base: string;
}

/** The development servers by the name of the shell or section that they serve. */
export type DevServers = Record<string, DevServer>;

/** The variable by which `npm run dev` passes its servers to the API. */
export const devServersVariable = 'PORTFOLIO_DEV_SERVERS';

/** The development servers, if `npm run dev` started the API. */
export function readDevServers(env: NodeJS.ProcessEnv): DevServers | undefined {
  const value = env[devServersVariable];
  return value ? JSON.parse(value) : undefined;
}

/** Refuses other host names: by DNS rebinding a page of any website could read what is not released. */
export function refuseOtherHosts({ host, origin }: URL): RequestHandler {
  return (request, response, next) => {
    if (request.headers.host === host) return next();
    response.status(403).type('text').send(`While the site is developed, open ${origin}`);
  };
}

/** The id of a release that comes from its sources. */
export const developmentId = 'development';

/** The live releases, with those that are developed in their place. */
export function withDevServers(live: LiveReleases, servers: DevServers): LiveReleases {
  const current = async (): Promise<LiveSet | undefined> => {
    const set = await live.current();
    const developed = await Promise.all(
      Object.entries(servers).map(
        async ([name, server]) => [name, [await developedRelease(name, server)]] as const,
      ),
    );
    const { shell: [shell] = [set?.shell], ...own } = Object.fromEntries(developed);
    if (!shell) return undefined;
    const sections: LiveSet['sections'] = { ...set?.sections, ...own };
    return { ...completeSet({ shell, sections, faults: [] }), key: developmentId };
  };
  return { ...live, current };
}

/** Reads the last valid build at every visit. It is trusted, as it belongs to this checkout. */
async function developedRelease(name: string, server: DevServer): Promise<LoadedRelease> {
  const { base } = server;
  const pages = name === 'shell' ? undefined : await fetchBuilt(base, pagesFile);
  return {
    name,
    id: developmentId,
    createdAt: new Date().toISOString(),
    commit: '',
    files: {},
    requires: {},
    compressed: new Set(),
    ...server,
    pages: pages && releaseSchema.shape.pages.parse(JSON.parse(String(pages))),
    texts: await readTexts(server),
    async read(file) {
      const content = await fetchBuilt(base, file);
      return file === templateFile ? withRefreshHook(String(content)) : content;
    },
  };
}

async function fetchBuilt(base: string, file: string): Promise<Buffer | undefined> {
  const answer = await fetch(new URL(file, base)).catch(() => undefined);
  return answer?.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
}

async function readTexts({ folder, base }: DevServer): Promise<LoadedRelease['texts']> {
  const files = (await readdir(path.join(folder, 'locales'))).map((file) => `locales/${file}`);
  const texts = files.map(async (file) => {
    const language = languageOf(file);
    const content = language && (await fetchBuilt(base, file));
    return content ? [[language, parseTextsDocument(content, file)] as const] : [];
  });
  return Object.fromEntries((await Promise.all(texts)).flat());
}

/**
 * Runs before all scripts in development: each bundle has its own React Refresh, of which only the shell's
 * finds React if the browser has no React tools (facebook/react#37410).
 */
const refreshHook = readFileSync(path.join(import.meta.dirname, 'refresh-hook.js'), 'utf8');

function withRefreshHook(template: string): Buffer {
  return Buffer.from(template.replace('<head>', `<head>\n    <script>${refreshHook}</script>`));
}

/** Answers with the script of a worker at the site's address: browsers start none from another server. */
export function answerWorkers(servers: DevServers): RequestHandler<{ name: string; file: string }> {
  return async ({ params: { name, file } }, response, next) => {
    const { base } = servers[name] ?? {};
    // Decoded, the name could be an address of another server.
    const script = base && (await fetchBuilt(base, encodeURIComponent(file)));
    // Another website could load it as its own script.
    const isOwn = { 'Cross-Origin-Resource-Policy': 'same-origin' };
    if (script) response.set(isOwn).type('js').send(script);
    else next();
  };
}
