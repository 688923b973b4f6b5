import { Router } from 'express';
import { acceptsBrotli } from '../accepts-brotli.ts';
import { knowsTag } from '../knows-tag.ts';
import { type HeldFile, holdFiles } from './held-files.ts';
import type { Store } from './store.ts';

const unchanging = 'public, max-age=31536000, immutable';

/** `GET /releases/<name>/<id>/<path>`: the files of every release in the store, for ever the same. */
export function filesRouter(store: Store): Router {
  const files = holdFiles(store);
  const router = Router();
  router.get('/releases/:name/:id/*path', async (request, response) => {
    const { name, id, path } = request.params as { name: string; id: string; path: unknown };
    const file = await files.find(name, id, Array.isArray(path) ? path.join('/') : String(path));
    if (!file) {
      response.set('Cache-Control', 'no-store').status(404).type('txt').send('No such file');
      return;
    }
    const isFresh = knowsTag(request, file.etag);
    const { headers, body } = answer(file, acceptsBrotli(request));
    response.writeHead(isFresh ? 304 : 200, headers);
    response.end(isFresh || request.method === 'HEAD' ? undefined : body);
  });
  return router;
}

function answer(file: HeldFile, wantsBrotli: boolean) {
  const isBrotli = wantsBrotli && file.brotli !== undefined;
  const body = isBrotli ? (file.brotli as Buffer) : file.plain;
  return {
    body,
    headers: {
      'Content-Type': file.type,
      'Content-Length': body.length,
      'Cache-Control': unchanging,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
    },
  };
}
