import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { factsOf } from '@portfolio/releases/access/site-facts.ts';
import { findToken, idOfToken, refuseUnlessOpens } from '@portfolio/releases/access/tokens.ts';
import { isFullDisk } from '@portfolio/releases/database/database.ts';
import { addRelease, retire, rollBack } from '@portfolio/releases/live/change-live.ts';
import type { Declared } from '@portfolio/releases/release/files.ts';
import { isPlainPath, printable, releaseLimits } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import { readThrown } from '@portfolio/releases/store/faults.ts';
import { inWorkFolder } from '@portfolio/releases/store/release-cache.ts';
import { listReleases } from '@portfolio/releases/store/store.ts';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import pLimit from 'p-limit';
import { type Extract, extract as extractTar, type Header } from 'tar-stream';
import { limitRequests } from '../http/guards.ts';
import type { Parts } from '../parts.ts';

/** Uploads that are received at a time; others wait, unread. */
const mostArriving = 4;

/** Refused requests of an address in a minute, which bounds guessing: a deploy that succeeds has none. */
const mostRefused = 30;

/**
 * The calls by which teams publish, with `Authorization: Bearer <token>`: `PUT /api/releases/<section>` with a
 * `.tar.gz` publishes (`?preview` not live, `?check` nothing at all), `POST` moves what is live back or to `?to=<id>`,
 * `DELETE` retires, `GET` lists (`?faults` with what was thrown). `?live=<id>` names what the team saw live, or
 * `?live=` that nothing was: a change is refused if it is another.
 */
export function publishingRouter({ config, store, live }: Parts): Router {
  const arriving = pLimit(mostArriving);
  // Examining takes memory and a processor.
  const inTurn = pLimit(1);
  const router = Router();
  router.get('/api/releases', async (_request, response) => {
    const set = await live.current();
    if (!set) throw new RefusedError('No shell has been released yet.', 503);
    response.set('Cache-Control', 'no-cache').json(factsOf(set, store.connectOrigins));
  });
  const limit = { limit: mostRefused, message: tooMany, skipSuccessfulRequests: true };
  router
    .route('/api/releases/:section')
    .all(limitRequests(config, limit), refuseOverHttp)
    .get(async (request, response) => {
      const { section, query } = await open(request, response);
      response.set('Cache-Control', 'no-store').json({
        releases: await listReleases(store, section),
        faults: query.has('faults') ? await readThrown(store, { name: section }) : [],
      });
    })
    .put(async (request, response) => {
      const { section, query, options } = await open(request, response, 'publish');
      const how = { isPreview: query.has('preview'), isCheckOnly: query.has('check'), ...options };
      const { id } = await inWorkFolder(store, async (folder) => {
        const declared = await arriving(() => unpackUpload(request, folder, config.UPLOAD_BYTES));
        if (declared.name !== section)
          throw new RefusedError(`The archive is no release of ${section}.`);
        // The owner may have removed the token meanwhile.
        await open(request, response, 'publish');
        return inTurn(() => addRelease(store, folder, declared, how));
      });
      response.json({ id });
    })
    .post(async (request, response) => {
      const { section, query, options } = await open(request, response, 'move');
      response.json({ id: await rollBack(store, section, query.get('to') ?? undefined, options) });
    })
    .delete(async (request, response) => {
      const { section, options } = await open(request, response, 'move');
      response.json({ id: await retire(store, section, options) });
    });
  return router;

  /** @throws RefusedError unless the request has a token that opens what it asks for */
  async function open({ url, headers, params }: Request, { locals }: Response, does?: string) {
    const [, secret = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const token = await findToken(store, secret);
    const section = String(params.section);
    const query = new URL(url, 'http://-').searchParams;
    const key = idOfToken(token);
    Object.assign(locals, { key, section });
    const isKept = does === 'publish' && (query.has('preview') || query.has('check'));
    refuseUnlessOpens(token, section, does !== undefined && !isKept);
    const expectLive = query.get('live') ?? undefined;
    return { section, query, options: { expectLive, key } };
  }
}

const ofProxy = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto'];

/**
 * Refuses a token that came over plain HTTP from elsewhere. A proxy on this machine says how a request came to it,
 * which counts where TRUST_PROXY names the proxy.
 */
const refuseOverHttp: RequestHandler = ({ secure, socket, headers }, _response, next) => {
  const isLoopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '');
  const isFromHere = isLoopback && !ofProxy.some((header) => header in headers);
  if (secure || isFromHere) return next();
  const sentence =
    'A token goes over https:// alone. If this one came over http://, others may have read it: have it removed, and make a new one. Behind a proxy the owner sets TRUST_PROXY.';
  next(new RefusedError(sentence, 403));
};

const tooMany = {
  error: 'Too many requests of your address were refused. Try again in a minute.',
};

/** The file of an archive that describes the others. */
const descriptionFile = 'release.json';

const mostEntries = releaseLimits.files + 1;

/** What an entry has beside its bytes: its header, and what fills its last block. */
const entryBytes = 2048;

/**
 * Unpacks the `.tar.gz` of a request into an empty folder as it arrives, within bounds. The request stays open for the
 * answer; what was written before a refusal is left to the caller.
 * @param most the bytes of all files
 * @returns the description, which is not trusted
 * @throws RefusedError
 */
async function unpackUpload(
  request: IncomingMessage,
  folder: string,
  most: number,
): Promise<Declared> {
  const room = most + mostEntries * entryBytes;
  const source = request.iterator({ destroyOnReturn: false });
  const entries = extractTar();
  // Both end before the caller removes the folder.
  const [arrived, written] = await Promise.allSettled([
    pipeline(source, bounded(room), createGunzip(), bounded(room), entries),
    writeEntries(entries, folder),
  ]);
  if (arrived.status === 'fulfilled' && written.status === 'fulfilled') return written.value;
  const faults = [written, arrived].flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
  const told = faults.find((it) => it instanceof RefusedError || isFullDisk(it));
  if (told) throw told;
  const [{ code, message }] = faults;
  throw new RefusedError(
    `The archive cannot be unpacked (${printable(code ?? message)}): it was cut off, is no .tar.gz, or names a file twice.`,
    400,
  );
}

/** Passes on so many bytes at most: a small archive may have large files. */
function bounded(most: number) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > most)
        throw new RefusedError(
          `The release has more than ${most.toLocaleString('en')} bytes: leave out what no page shows, or ask the owner to raise UPLOAD_BYTES.`,
          413,
        );
      yield piece;
    }
  };
}

async function writeEntries(entries: Extract, folder: string): Promise<Declared> {
  let description = 'null';
  let count = 0;
  for await (const entry of entries) {
    const { name } = entry.header;
    const file = path.join(folder, name);
    count += 1;
    const fault =
      count > mostEntries ? `there are more than ${mostEntries}` : faultOf(entry.header);
    if (fault) throw new RefusedError(`Of the archive's entries, ${fault}.`);
    if (name === descriptionFile) description = await text(entry);
    else {
      await mkdir(path.dirname(file), { recursive: true });
      // Not over a file of the same name.
      await writeFile(file, entry as AsyncIterable<Buffer>, { flag: 'wx', mode: 0o600 });
    }
  }
  const declared = JSON.parse(description);
  if (typeof declared?.name === 'string') return declared;
  throw new RefusedError(`The archive has no ${descriptionFile} of a release.`);
}

function faultOf({ name, type, size }: Header): string | undefined {
  const most = name === descriptionFile ? releaseLimits.descriptionBytes : releaseLimits.fileBytes;
  const shown = `"${printable(name)}"`;
  if (type !== 'file') return `${shown} is no file (${type})`;
  if (!isPlainPath(name)) return `${shown} is no plain path`;
  return size > most ? `${shown} has more than ${most.toLocaleString('en')} bytes` : undefined;
}
