import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import {
  idOfKey,
  type KnownFacts,
  readFacts,
  readPrivateHalf,
  type SignedRequest,
  sign,
} from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/contents/durable-files.ts';
import { knownError } from '@portfolio/releases/store/faults.ts';
import { listedRelease } from '@portfolio/releases/store/list-releases.ts';
import { z } from 'zod';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';
import { givenKey } from './given-key.ts';

export type PublishingClient = ReturnType<typeof publishingClient>;

export type SigningClient = Awaited<ReturnType<typeof signingClient>>;

type SiteAnswer = Awaited<ReturnType<PublishingClient['ask']>>;

/** There was no answer; a retry may help. */
class UnreachableError extends NotPossibleError {
  override name = 'UnreachableError';
}

/** How long an answer may take: a commit makes a release meanwhile. */
const timeoutMs = 120_000;

const mebibyte = 1024 * 1024;

/** The most bytes of descriptions and templates; this site's have some 100 kB. */
const mostFactsBytes = 32 * mebibyte;

/** The longest refusal names a thousand files. */
const longestSentence = 200_000;

/** A client for the site at an address, such as https://www.example.com. @throws WrongUseError */
export function publishingClient(address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHere = url !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'http:' && !isHere)
    throw new WrongUseError(
      `Over http:// what is sent can be read and changed on the way. Publish with --to https://${url.host}`,
    );
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WrongUseError(
      `"${address}" is no address to publish to. For example: --to https://www.example.com`,
    );
  const { origin } = url;
  return {
    origin,
    /**
     * @param atMost the most bytes of the answer, as the server may be hostile
     * @returns the answer, with its parsed JSON in `says`
     * @throws UnreachableError without an answer, NotPossibleError if the server is no site
     */
    async ask(method: string, path: string, init: RequestInit = {}, atMost = mebibyte) {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await fetch(origin + path, { method, signal, redirect: 'manual', ...init });
        const { status, headers } = answer;
        if (status >= 300 && status < 400) throw leadsElsewhere(origin, headers.get('Location'));
        const body = await readAtMost(answer, atMost, origin);
        const says = parse(body);
        return { status, headers, body, says };
      } catch (error) {
        if (error instanceof NotPossibleError) throw error;
        throw unreachable(origin, error as Error);
      }
    },
  };
}

/** A client with the private half of a team's key. @throws WrongUseError, NotPossibleError without a key */
export async function signingClient(address: string, section: string) {
  if (section === 'shell')
    throw new NotPossibleError(
      'No key opens the shell, as the server runs a part of it. Deploy it where the site runs, without --to.',
    );
  return { ...publishingClient(address), privateKey: await findPrivateHalf(section) };
}

/** Reads a site's facts: what is live. @throws NotPossibleError */
export async function askFacts(site: PublishingClient): Promise<KnownFacts> {
  const { status, says } = await site.ask('GET', '/api/releases', {}, mostFactsBytes);
  if (status === 404)
    throw new NotPossibleError(
      `${site.origin} takes nothing over the network: its owner has added no key yet (npx portfolio keys add <section> <file>.pub), or it is another site than you mean.`,
    );
  const facts = status === 200 ? readFacts(says) : undefined;
  if (facts) return facts;
  if (typeof says.error === 'string')
    throw new NotPossibleError(`${site.origin} answers ${status}: ${says.error}`);
  throw unexpectedAnswer(site, `does not say what is live (it answers ${status})`);
}

export function refusalOf({ status, says }: SiteAnswer): NotPossibleError {
  const sentence = typeof says.error === 'string' ? says.error : `The site answers ${status}.`;
  return new NotPossibleError(sentence.slice(0, longestSentence));
}

export function unexpectedAnswer(
  { origin }: Pick<PublishingClient, 'origin'>,
  what: string,
): NotPossibleError {
  return new NotPossibleError(
    `${origin} ${what}. Look whether this is the address of the site, and whether your command line is as new as the site.`,
  );
}

/** Reads a bounded body; counts bytes after decompression. */
async function readAtMost(answer: Response, atMost: number, origin: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > atMost)
      throw unexpectedAnswer({ origin }, `answers with more than ${atMost} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const said = JSON.parse(body.toString('utf8'));
    return typeof said === 'object' && said !== null ? said : {};
  } catch {
    return {};
  }
}

function leadsElsewhere(origin: string, location: string | null): NotPossibleError {
  const target = location && URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const cure = target && target.origin !== origin ? ` Publish with --to ${target.origin}` : '';
  return new NotPossibleError(`${origin} leads elsewhere, and what is signed must not.${cure}`);
}

function unreachable(origin: string, error: Error): UnreachableError {
  const { code, message } = (error.cause ?? error) as { code?: string; message: string };
  // The error of a name with several addresses has no message.
  const reason = message || code;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return new UnreachableError(`${origin} cannot be reached: what answers there is no HTTPS.`);
  const isDistrusted = /CERT|SIGN|ISSUER|ALTNAME/.test(code ?? '');
  const cure = isDistrusted
    ? ' If the certificate is of an authority of your own, name it with NODE_EXTRA_CA_CERTS=/path/to/authority.pem.'
    : '';
  return new UnreachableError(`${origin} cannot be reached: ${reason}.${cure}`);
}

type WithoutOurs<Part> = Part extends SignedRequest
  ? Omit<Part, 'site' | 'nonce' | 'expires'>
  : never;

/** A signed request without its site, nonce and expiry. */
export type UnsignedRequest = WithoutOurs<SignedRequest>;

const validMs = 10 * 60_000;

/** Signs and sends a request. The clock is the nonce, or the next number if the site knows a higher one. */
export async function sendSigned(
  site: SigningClient,
  unsigned: UnsignedRequest,
  atMost?: number,
): Promise<SiteAnswer> {
  // A repetition is safe, as the site compares what is live.
  const first = await retry(() => say(site, unsigned, Date.now(), atMost));
  const { highest } = first.says;
  const isBehind = first.status === 409 && typeof highest === 'number';
  const answer = isBehind ? await say(site, unsigned, highest + 1, atMost) : first;
  if (answer.status >= 300) throw refusalOf(answer);
  return answer;
}

function say(
  { privateKey, ...site }: SigningClient,
  unsigned: UnsignedRequest,
  nonce: number,
  atMost?: number,
): Promise<SiteAnswer> {
  const expires = new Date(Date.now() + validMs).toISOString();
  const bytes = Buffer.from(JSON.stringify({ ...unsigned, site: site.origin, nonce, expires }));
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Portfolio-Key': idOfKey(createPublicKey(privateKey)),
    'Portfolio-Signature': sign(privateKey, bytes),
  };
  return site.ask('POST', '/api/publishing', { body: new Uint8Array(bytes), headers }, atMost);
}

/** Reads PORTFOLIO_KEY, else the file that `portfolio keygen` wrote here. */
async function findPrivateHalf(section: string): Promise<KeyObject> {
  if (givenKey) return readPrivateHalf(givenKey);
  const file = `${section}.key`;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!isMissing(error))
      throw new NotPossibleError(
        `${file} cannot be read (${error.code}). It is a file of mode 600 that belongs to you, as \`portfolio keygen\` makes it.`,
      );
    throw new NotPossibleError(
      `There is no key to sign with: neither ${file} in this folder nor PORTFOLIO_KEY. Make one with: portfolio keygen ${section}`,
    );
  });
  return readPrivateHalf(text);
}

/** The last tries wait for seconds. */
const mostTries = 8;

/** The statuses of a busy site, or of a proxy that does not reach it. */
export const transientStatuses: readonly number[] = [408, 429, 502, 503, 504];

/** Repeats a request without an answer, or with one of these statuses. @throws NotPossibleError after the last try */
export async function retry(
  ask: () => Promise<SiteAnswer>,
  repeated: readonly number[] = [],
): Promise<SiteAnswer> {
  for (let failed = 1; ; failed += 1) {
    const answer = await ask().catch((error) => {
      if (!(error instanceof UnreachableError) || failed === mostTries) throw error;
      return undefined;
    });
    if (answer && (failed === mostTries || !repeated.includes(answer.status))) return answer;
    const seconds = Math.min(Number(answer?.headers.get('Retry-After')) || 0, 60);
    await sleep(seconds * 1000 || Math.min(100 * 2 ** failed, 10_000));
  }
}

const answerSchema = z.object({
  isPreviewOnly: z.boolean(),
  releases: z.array(listedRelease.loose()),
  faults: z.array(knownError).optional(),
});

/** Lists the releases of a section. An early call also refuses a wrong key before a build. */
export async function askReleases(
  site: SigningClient,
  section: string,
  { withFaults }: { withFaults?: true } = {},
): Promise<z.infer<typeof answerSchema>> {
  const request = { does: 'list' as const, section, withFaults };
  const { says } = await sendSigned(site, request);
  const read = answerSchema.safeParse(says);
  if (!read.success)
    throw unexpectedAnswer(site, `does not say which releases of ${section} it has`);
  return read.data;
}

/** Reads a file of a release; undefined if the site lacks it, or refuses the key. */
export async function askFile(
  site: SigningClient,
  { name: section, id: release }: ReleaseRef,
  file: string,
  atMost: number,
): Promise<Buffer | undefined> {
  const request = { does: 'read' as const, section, release, file };
  const answer = await sendSigned(site, request, atMost).catch((error: NotPossibleError) => {
    if (error instanceof UnreachableError) throw error;
    return undefined;
  });
  return answer?.body;
}
