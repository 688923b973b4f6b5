import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  addKey,
  idOfKey,
  type Key,
  makeKeyPair,
  readPublicHalf,
  sign,
} from '@portfolio/releases/access/index.ts';
import { integrityOf } from '@portfolio/releases/contents/integrity.ts';
import { idOf, type Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { sectionFiles } from './small-site.ts';

export interface Team {
  id: string;
  privateKey: KeyObject;
  sign(request: object | Uint8Array): { keyId: string; signature: string; bytes: Buffer };
}

export async function addTeam(
  store: Store,
  sections: string[],
  opens: Pick<Key, 'until' | 'isPreviewOnly'> = {},
): Promise<Team> {
  const { privateHalf, publicHalf } = makeKeyPair();
  const publicKey = readPublicHalf(publicHalf);
  await addKey(store, publicKey, { sections, ...opens });
  const privateKey = createPrivateKey(privateHalf);
  const id = idOfKey(publicKey);
  return {
    id,
    privateKey,
    sign(request) {
      const bytes =
        request instanceof Uint8Array ? Buffer.from(request) : Buffer.from(JSON.stringify(request));
      return { keyId: id, signature: sign(privateKey, bytes), bytes };
    },
  };
}

export function describeContent(content: Buffer) {
  return { bytes: content.length, integrity: integrityOf(content) };
}

export function describeRelease(
  name: string,
  files: Record<string, string | Buffer> = sectionFiles(name, 'New'),
  says: Partial<Release> = {},
) {
  const contents = new Map<string, Buffer>(
    Object.entries(files).map(([file, content]) => [file, Buffer.from(content)]),
  );
  const listed = [...contents].map(([file, content]) => [file, describeContent(content)]);
  const description = {
    name,
    createdAt: '2026-11-22T00:00:00.000Z',
    commit: '',
    files: Object.fromEntries(listed),
    entry: Object.keys(files).find((file) => file.endsWith('.mjs')) ?? '',
    requires: {},
    ...says,
  };
  const release: Release = { ...description, id: idOf(description) };
  return { release, contents };
}

/** The request that publishes a release. @param changed fields with other values */
export function publishRequest(release: Release, changed: object = {}) {
  return {
    does: 'publish',
    site: 'https://www.example.com',
    section: release.name,
    release: release.id,
    live: null,
    nonce: nextNonce(),
    expires: inMinutes(10),
    isPreview: false,
    description: release,
    ...changed,
  };
}

let nonce = 0;
function nextNonce(): number {
  nonce += 1;
  return nonce;
}

/** The request that activates a release, rolls back to it, or retires it. */
export function moveRequest(
  does: 'activate' | 'roll back' | 'retire',
  { name, id }: Pick<Release, 'name' | 'id'>,
  live: string | null,
) {
  return {
    does,
    site: 'https://www.example.com',
    section: name,
    release: id,
    live,
    nonce: nextNonce(),
    expires: inMinutes(10),
  };
}

/** A time in some minutes, in the form of a signed request. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
