import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fsync, writeDurably } from '../folder/durable.ts';
import { isMissing } from '../folder/missing.ts';
import { releaseName } from '../release/release.ts';
import { dataDirOf, type Store } from '../store/store.ts';
import { idOfKey } from './key-pair.ts';

const keySchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** The sections it opens (or the shell), and no other. */
  sections: z.array(releaseName).min(1).max(50),
  /** In base64, as X.509 writes it. */
  publicHalf: z.base64().max(200),
  addedAt: z.iso.datetime(),
  /** The last day on which it opens anything, in UTC. */
  until: z.iso.date().optional(),
  isPreviewOnly: z.literal(true).optional(),
});

/** The public half of a team's key, and what it opens. */
export type Key = z.infer<typeof keySchema>;

/** `keys.json` of the owner cannot be used; nobody can publish until it can. */
export class BadKeyListError extends Error {
  override name = 'BadKeyListError';
}

/**
 * The keys that the owner added; none where there is no list.
 * @throws BadKeyListError
 */
export async function readKeys(store: Store): Promise<Key[]> {
  return store.shared ? readEach(await store.shared.keys()) : readList(listOf(store));
}

async function readList(file: string): Promise<Key[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (isMissing(error)) return '[]';
    throw error;
  });
  const keys = keysIn(text);
  if (keys) return keys;
  throw new BadKeyListError(
    `${file} is not what \`npm run keys\` writes. Put it back from a backup, or remove it and add every key again.`,
  );
}

function readEach(rows: readonly { id: string; key: string }[]): Key[] {
  return rows.map(({ id, key }) => {
    const [read] = keysIn(`[${key}]`) ?? [];
    if (read?.id === id) return read;
    throw new BadKeyListError(
      `The key ${id} in the database is not what \`npm run keys\` writes. Remove it with \`npm run keys -- remove ${id}\`, and add it again.`,
    );
  });
}

/** Nothing when it is no list of keys, each with the id that it has. */
function keysIn(text: string): Key[] | undefined {
  try {
    const keys = z.array(keySchema).parse(JSON.parse(text));
    if (keys.every(({ id, publicHalf }) => idOfKey(publicKeyOf({ publicHalf })) === id))
      return keys;
  } catch {
    // It is none.
  }
  return undefined;
}

/** Adds a key; one that is there already opens what is said now. */
export async function addKey(
  store: Store,
  publicKey: KeyObject,
  opens: Pick<Key, 'sections' | 'until' | 'isPreviewOnly'>,
): Promise<Key> {
  const key: Key = {
    id: idOfKey(publicKey),
    sections: opens.sections,
    publicHalf: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    addedAt: new Date().toISOString(),
    ...(opens.until ? { until: opens.until } : {}),
    ...(opens.isPreviewOnly ? { isPreviewOnly: true } : {}),
  };
  await keepKey(store, key);
  return key;
}

/** Keeps a key as it is, in the place of one with the same id. */
export async function keepKey(store: Store, key: Key): Promise<void> {
  if (store.shared) return store.shared.putKey(key.id, key);
  const others = (await readKeys(store)).filter(({ id }) => id !== key.id);
  await writeKeys(dataDirOf(store), [...others, key]);
}

/** @returns whether there was such a key */
export async function removeKey(store: Store, id: string): Promise<boolean> {
  if (store.shared) return store.shared.dropKey(id);
  const keys = await readKeys(store);
  const others = keys.filter((key) => key.id !== id);
  if (others.length < keys.length) await writeKeys(dataDirOf(store), others);
  return others.length < keys.length;
}

/** The key that verifies what was signed with the other half. */
export function publicKeyOf({ publicHalf }: Pick<Key, 'publicHalf'>): KeyObject {
  return createPublicKey({ key: Buffer.from(publicHalf, 'base64'), format: 'der', type: 'spki' });
}

async function writeKeys(dataDir: string, keys: readonly Key[]): Promise<void> {
  const file = path.join(dataDir, listName);
  await mkdir(dataDir, { recursive: true });
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, `${JSON.stringify(keys, null, 2)}\n`);
    await rename(temporary, file);
    await fsync(dataDir);
  } finally {
    await rm(temporary, { force: true });
  }
}

const listName = 'keys.json';

function listOf(store: Store): string {
  return path.join(dataDirOf(store), listName);
}
