import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { addToken, hashToken, idOfToken, type Token } from '@portfolio/releases/access/tokens.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { type Header, pack } from 'tar-stream';
import { declared } from './add-release.ts';
import { sectionFiles } from './small-site.ts';

/** A team with a token for its sections. */
export async function addTeam(
  store: Store,
  sections: string[],
  opens: Partial<Pick<Token, 'until' | 'isPreviewOnly'>> = {},
) {
  const secret = randomBytes(32).toString('base64url');
  const token = await addToken(store, { hash: hashToken(secret), sections, ...opens });
  return { secret, token, id: idOfToken(token), ask: askAs(secret) };
}

/** Asks a site as the holder of a token. @param to such as `http://127.0.0.1:5037/api/releases/games?preview` */
export function askAs(secret: string) {
  return async (
    method: string,
    to: string,
    body?: RequestInit['body'],
    more: Record<string, string> = {},
  ) => {
    const headers = { Authorization: `Bearer ${secret}`, ...more };
    // For a body that arrives in pieces; the type of DOM lacks it.
    const inPieces = { duplex: 'half' } as const;
    const answer = await fetch(to, { method, headers, body: body ?? null, ...inPieces });
    const text = await answer.text();
    return { status: answer.status, says: text.startsWith('{') ? JSON.parse(text) : text };
  };
}

export type Entry = Partial<Header> & { name: string; content?: string | Buffer };

/** An archive of entries as they are given, allowed or not. */
export async function packEntries(entries: readonly Entry[]): Promise<Buffer<ArrayBuffer>> {
  const archive = pack();
  for (const { content, ...header } of entries)
    if (content === undefined) archive.entry(header);
    else archive.entry(header, content);
  archive.finalize();
  return Buffer.from(await buffer(archive.pipe(createGzip())));
}

/** The entries of a release that a site takes. */
export function entriesOf(
  name: string,
  files: Record<string, string | Buffer> = sectionFiles(name, 'New'),
): Entry[] {
  return [
    { name: 'release.json', content: JSON.stringify(declared(name, files)) },
    ...Object.entries(files).map(([file, content]) => ({ name: file, content })),
  ];
}

/** The archive of a release that a site takes. */
export const archiveOf = (...release: Parameters<typeof entriesOf>) =>
  packEntries(entriesOf(...release));
