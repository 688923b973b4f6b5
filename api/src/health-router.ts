import type { LiveReleases } from '@portfolio/releases';
import { Router } from 'express';
import type { Contact } from './contact/contact.ts';

/** `GET /healthz`: what is live and how the outbox is; 503 while the site has no shell. */
export function healthRouter(live: LiveReleases, contact: Contact): Router {
  const router = Router();
  router.get('/healthz', async (_request, response) => {
    const set = await live.fresh();
    const sections = Object.entries(set?.sections ?? {}).map(([name, [first]]) => [
      name,
      first?.id,
    ]);
    response
      .set('Cache-Control', 'no-store')
      .status(set ? 200 : 503)
      .json({
        status: set ? 'ok' : 'no shell has been released',
        live: { shell: set?.shell.id, ...Object.fromEntries(sections) },
        outbox: await contact.health(),
      });
  });
  return router;
}
