import path from 'node:path';
import { type CheckedContent, checkContent } from '@portfolio/releases/contents/contents.ts';
import { BrokenFileError } from '@portfolio/releases/contents/integrity.ts';
import type { LiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { isSourceMap, type Release, templateFile } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { contentType } from 'mime-types';
import send from 'send';

/** A file that is opened as a page of its own runs nothing, and is not of this site's origin. */
const asDocument = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** No path in a release is longer; in an address each letter may take nine. */
const longestAddress = 2000;

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(store: Store, live: LiveReleases): Router {
  const contents = cacheContents(store, live);
  const router = Router();
  router.use((request, response, next) => {
    if (request.url.length > longestAddress) refuse(response);
    else next();
  });
  router.get('/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = Array.isArray(path) ? path.join('/') : String(path);
    const release = await live.find({ name, id });
    const content = release && isServed(release, file) && (await contents.find(release, file));
    if (!content) return refuse(response);
    sendContent(request, response, content, () => contents.forget(content));
  });
  return router;
}

function refuse(response: Response): void {
  response.set('Cache-Control', 'no-store').status(404).type('txt').send('No such file');
}

/** The shell's document is a template: only filled in is it a page of the site. */
function isServed({ name, files }: Release, file: string): boolean {
  const isTemplate = name === 'shell' && file === templateFile;
  return Object.hasOwn(files, file) && !isTemplate && !isSourceMap(file);
}

/** A content as a file of a release. */
interface ServedContent extends CheckedContent {
  key: string;
  type: string;
  /** Without the quotes of a tag. */
  hash: string;
}

/** Sends the content in the encoding that the client takes; each has a tag of its own. */
function sendContent(
  request: Request,
  response: Response,
  content: ServedContent,
  onMissing: () => void,
): void {
  const { hash, type, copies } = content;
  const encoding =
    copies.br && request.acceptsEncodings('br')
      ? 'br'
      : copies.gz && request.acceptsEncodings('gzip')
        ? 'gz'
        : undefined;
  const { file } = (encoding && copies[encoding]) ?? content;
  response.set({
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: encoding ? `"${hash}-${encoding}"` : `"${hash}"`,
    Vary: 'Accept-Encoding',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': asDocument,
  });
  if (encoding) response.set('Content-Encoding', encoding === 'gz' ? 'gzip' : encoding);
  const options = {
    root: path.dirname(file),
    cacheControl: false,
    etag: false,
    lastModified: false,
  };
  send(request, path.basename(file), options)
    .on('error', (error: { status?: number; headers?: Record<string, string> }) => {
      if (response.headersSent) return response.destroy();
      for (const name of response.getHeaderNames())
        if (/^(content-(enc|type)|etag)/.test(name)) response.removeHeader(name);
      if (error.status === 416 || error.status === 412)
        return response
          .status(error.status)
          .set(error.headers ?? {})
          .end();
      onMissing();
      refuse(response);
    })
    .pipe(response);
}

/** The contents that were compared with their hashes; room for those of many releases. */
const most = 20_000;

/** What is broken is compared again after this time; what is whole, too, as disks break. */
const brokenMs = 10_000;
const wholeMs = 3_600_000;

/** The files of releases: their contents are compared with their hashes once, and then sent. */
function cacheContents(store: Store, live: LiveReleases) {
  const known = new LRUCache<string, ServedContent | 'broken'>({ max: most, ttl: wholeMs });
  const checking = new Map<string, Promise<ServedContent | 'broken'>>();

  async function check(
    release: Release,
    file: string,
    key: string,
  ): Promise<ServedContent | 'broken'> {
    const ref = release.files[file];
    if (!ref) return 'broken';
    try {
      const checked = await checkContent(store, ref, file);
      const type = contentType(path.extname(file)) || 'application/octet-stream';
      const content = { ...checked, key, type, hash: ref.integrity.slice('sha384-'.length) };
      known.set(key, content);
      return content;
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      live.refuse(release, error.message);
      known.set(key, 'broken', { ttl: brokenMs });
      return 'broken';
    }
  }

  return {
    async find(release: Release, file: string): Promise<ServedContent | undefined> {
      const key = `${release.files[file]?.integrity} ${path.extname(file)}`;
      const found = known.get(key) ?? (await checkOnce(release, file, key));
      return found === 'broken' ? undefined : found;
    },
    forget: ({ key }: ServedContent) => known.delete(key),
  };

  /** Who asks for it meanwhile waits for the same work. */
  function checkOnce(release: Release, file: string, key: string) {
    const work = checking.get(key) ?? check(release, file, key);
    checking.set(
      key,
      work.finally(() => checking.delete(key)),
    );
    return work;
  }
}
