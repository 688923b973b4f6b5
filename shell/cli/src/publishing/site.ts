import { readFile } from 'node:fs/promises';
import { siteFactsSchema, siteList } from '@portfolio/releases/access/site-facts.ts';
import { assembleSet, type LiveSite } from '@portfolio/releases/live/live-set.ts';
import { readTexts } from '@portfolio/releases/release/files.ts';
import { type Release, releaseBase } from '@portfolio/releases/release/release.ts';
import { faultyRelease } from '@portfolio/releases/release/release-errors.ts';
import { z } from 'zod';
import { givenToken } from '../load-env-file.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';

const timeoutMs = 300_000;
const mostBytes = 32 * 1024 * 1024;

/** A site over HTTPS, such as https://www.example.com, whose answers may be hostile. @throws WrongUseError */
export function siteAt(address: string, token?: string) {
  const { origin = '' } = URL.parse(address) ?? {};
  if (!/^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/.test(origin))
    throw new WrongUseError(
      `"${address}" is no address of a site over HTTPS; over http:// others can read a token. For example: --to https://www.example.com`,
    );
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {};
  const usual: RequestInit = { headers, redirect: 'manual' };
  const unexpected = (what: string) =>
    new NotPossibleError(
      `${origin} ${what}. Look whether this is the address of the site, and whether your command line is as new as the site.`,
    );

  /** @returns the bytes of the answer @throws NotPossibleError with the sentence of a refusal */
  async function read(path: string, init: RequestInit = {}): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, body } = await fetch(origin + path, { ...usual, signal, ...init })
      .then(readAtMost)
      .catch((error) => refuseUnreachable(origin, error));
    if (!body) throw unexpected(`answers with more than ${mostBytes} bytes`);
    if (status < 300) return body;
    const { error } = parse(body, z.object({ error: z.string() })) ?? {};
    throw error ? new NotPossibleError(error) : unexpected(`answers ${status}`);
  }

  async function ask<Says>(says: z.ZodType<Says>, path: string, init?: RequestInit): Promise<Says> {
    const said = parse(await read(path, init), says);
    if (said === undefined) throw unexpected('does not answer as a site does');
    return said;
  }

  return {
    origin,
    read,
    facts: () => ask(siteFactsSchema, '/api/releases'),
    list: (section: string, how = '') => ask(siteList, `/api/releases/${section}?${how}`),
    /** @returns the id of the release that is live, or was */
    async change(method: string, section: string, how: string, body: BodyInit | null = null) {
      const says = z.object({ id: z.string() });
      return (await ask(says, `/api/releases/${section}?${how}`, { method, body })).id;
    },
  };
}

/** A site with a team's token: PORTFOLIO_TOKEN, else the file of `portfolio token`. @throws NotPossibleError */
export async function siteOfTeam(address: string, section: string) {
  const file = `${section}.token`;
  const found = givenToken ?? (await readFile(file, 'utf8').catch(() => undefined))?.trim();
  if (found) return siteAt(address, found);
  throw new NotPossibleError(
    `There is no token: neither a readable ${file} in this folder nor PORTFOLIO_TOKEN. Make one with: npx portfolio token ${section}`,
  );
}

/** The address of a file of a release. */
export function addressOf(release: Release, file: string): string {
  return releaseBase(release) + file.split('/').map(encodeURIComponent).join('/');
}

/**
 * Reads what is live on a site, as far as releases are checked and rendered beside it: its shell, and the
 * descriptions of its sections.
 * @throws RefusedError if the texts of the shell cannot be read
 */
export async function readLiveSite(site: ReturnType<typeof siteAt>): Promise<LiveSite> {
  const { releases, connectOrigins } = await site.facts();
  const names = Object.values(releases).map(async (release) => {
    const { name } = release;
    const files = name === 'shell' ? release.files : {};
    const readFile = (file: string) => site.read(addressOf(release, file));
    const { texts, faults } = await readTexts({ files }, readFile);
    if (faults.length > 0) throw faultyRelease(name, faults);
    const base = releaseBase(release);
    const read = async (file: string) => (Object.hasOwn(files, file) ? readFile(file) : undefined);
    const loaded = { ...release, files, base, texts, compressed: new Set<string>(), read };
    return { name, releases: [loaded], faults: [] };
  });
  return { set: assembleSet(await Promise.all(names)), connectOrigins };
}

/** @returns no body for an endless answer, or one that is too long when it is decompressed */
async function readAtMost({ status, body }: Response) {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) return { status };
    pieces.push(piece);
  }
  return { status, body: Buffer.concat(pieces) };
}

function parse<Says>(body: Buffer, says: z.ZodType<Says>): Says | undefined {
  try {
    return says.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function refuseUnreachable(origin: string, error: Error): never {
  const { code = '', message } = (error.cause ?? error) as { code?: string; message: string };
  const cure = /CERT|SIGN|ISSUER|ALTNAME/.test(code)
    ? ' If the certificate is of an authority of your own, name it with NODE_EXTRA_CA_CERTS=/path/to/authority.pem.'
    : '';
  // The error of a name with several addresses has no message.
  throw new NotPossibleError(`${origin} cannot be reached: ${message || code}.${cure}`);
}
