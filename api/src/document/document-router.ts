import { indexPath } from '@portfolio/contract/pages.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { FormOutcome } from '../contact/contact-calls.ts';
import { guards, sendEncoded } from '../http/send.ts';
import type { Parts } from '../parts.ts';
import type { Documents } from './documents.ts';
import { findPage, readPageRequest } from './page-request.ts';

const noShell = 'The site has no shell yet. Release one with: npx portfolio deploy shell';

/**
 * Answers with documents, made for their route from the live releases. Addresses with capitals, as phones write
 * them, or with encoded letters are redirected to the page's own spelling.
 * @returns `pages` for known paths, and `others` for the last place among the routes: `/`, plain forms, and 404
 */
export function documentRouter({ live, contact }: Parts, documents: Documents) {
  const pages: RequestHandler = async (request, response, next) => {
    if (!isReading(request)) return next();
    const set = await documents.current();
    return isPage(request, set) ? answer(request, response, set) : next();
  };

  const others = Router();
  others.use(async (request, response, next) => {
    const set = await documents.current();
    if (isReading(request)) return answer(request, response, set);
    // A pattern for the paths would do, but matching one against 8 kB of slashes is slow.
    next(request.method === 'POST' && isPage(request, set) ? undefined : 'router');
  });
  others.use(contact.form, answerForm);
  return { pages, others };

  async function answer(request: Request, response: Response, set: LiveSet | undefined) {
    const { path } = request;
    const address = workingAddress(request);
    if (address) return redirect(request, response, 307, `${address}${path}`);
    if (!set) return refuse(response);
    if (path === '/') return redirect(request, response, 302, indexPath(set.pages));
    const requested = await readPageRequest(request, set, live);
    const { entry } = requested;
    const ownPath = entry?.path ?? path;
    const isOwnSpelling = path === ownPath || path === `${ownPath}/`;
    if (!isOwnSpelling) return redirect(request, response, 308, ownPath);
    const document = await documents.find(requested);
    return sendEncoded(request, response, document, entry ? 200 : 404);
  }

  function redirect(request: Request, response: Response, status: 302 | 307 | 308, path: string) {
    // An address may be absolute (RFC 9112 §3.2.2), so its path may be no prefix.
    const query = /\?.*/s.exec(request.url)?.[0] ?? '';
    // Browsers may cache a 308 for ever, but a deploy may change the pages.
    response.set({ ...guards, 'Cache-Control': 'no-cache' });
    response.redirect(status, `${path}${query}`);
  }

  function refuse(response: Response) {
    return response.status(503).type('txt').send(noShell);
  }

  async function answerForm(request: Request, response: Response) {
    const set = await documents.current();
    if (!set) return refuse(response);
    const outcome: FormOutcome = response.locals.outcome;
    const document = await documents.make(await readPageRequest(request, set, live), outcome);
    return sendEncoded(request, response, document, outcome.status);
  }
}

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function isPage({ path }: Request, set: LiveSet | undefined): set is LiveSet {
  return set !== undefined && findPage(set, path) !== undefined;
}

/** A page of the host localhost calls the API at port 5037, so a site at another port works only by IP address. */
function workingAddress({ protocol, headers }: Request): string | undefined {
  const [, port] = /^localhost((?::\d+)?)$/.exec(headers.host ?? '') ?? [];
  const isElsewhere = port !== undefined && port !== ':5037' && protocol === 'http';
  return isElsewhere ? `http://127.0.0.1${port}` : undefined;
}
