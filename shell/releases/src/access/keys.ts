import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Database } from '../ledger/sqlite.ts';
import { releaseName } from '../release/release.ts';
import type { Store } from '../store/store.ts';

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

/**
 * The keys that the owner added, as they are now.
 * @throws BadKeyError
 */
export async function readKeys(store: Store): Promise<Key[]> {
  const rows = await ledgerOf(store).run<{ id: string; key: string }>(
    'SELECT id, key FROM team_keys ORDER BY id',
  );
  return rows.map(({ id, key }) => {
    const read = parseKey(key);
    if (read?.id === id) return read;
    throw new BadKeyError(
      `The key ${id} in the database is not what \`npm run keys\` writes. Remove it with \`npm run keys -- remove ${id}\`, and add it again.`,
    );
  });
}

const inMemory = new WeakMap<Database, { stamp: number; keys: Promise<Key[]> }>();

/**
 * The same from memory, as long as nothing was written since: for calls without a signature. Over
 * PostgreSQL what another process changed is seen within a second.
 */
export async function readKnownKeys(store: Store): Promise<Key[]> {
  const ledger = ledgerOf(store);
  const stamp = ledger.stamp();
  const known = inMemory.get(ledger);
  if (known?.stamp === stamp) return known.keys;
  const keys = readKeys(store);
  inMemory.set(ledger, { stamp, keys });
  keys.catch(() => inMemory.delete(ledger));
  return keys;
}

function parseKey(text: string): Key | undefined {
  try {
    const key = keySchema.parse(JSON.parse(text));
    return idOfKey(publicKeyOf(key)) === key.id ? key : undefined;
  } catch {
    return undefined;
  }
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
  const ledger = ledgerOf(store);
  await ledger.run(
    `INSERT INTO team_keys (id, key) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET key = excluded.key`,
    [key.id, JSON.stringify(key)],
  );
  inMemory.delete(ledger);
  return key;
}

/** @returns whether there was such a key */
export async function removeKey(store: Store, id: string): Promise<boolean> {
  const ledger = ledgerOf(store);
  const removed = await ledger.run('DELETE FROM team_keys WHERE id = $1 RETURNING id', [id]);
  inMemory.delete(ledger);
  return removed.length > 0;
}

/** @throws TypeError of a store that is opened without one */
export function ledgerOf({ ledger }: Store): Database {
  if (!ledger) throw new TypeError('Keys are those of a store that was opened with its ledger.');
  return ledger;
}

/** The key that verifies what was signed with the other half. */
export function publicKeyOf({ publicHalf }: Pick<Key, 'publicHalf'>): KeyObject {
  return createPublicKey({ key: Buffer.from(publicHalf, 'base64'), format: 'der', type: 'spki' });
}

/** Where the server keeps what teams send until it is a release, in a folder for each key. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

/** Deletes what was sent with a key that is not known any more. */
export async function forgetUploads(dataDir: string, keyId: string): Promise<void> {
  await rm(path.join(uploadsFolder(dataDir), keyId), { recursive: true, force: true });
}

/** What is wrong with a key, in a file or in the ledger; the message says what to do. */
export class BadKeyError extends Error {
  override name = 'BadKeyError';
}

/** A new pair: the private half stays with the team, the public half goes to the owner. Both as PEM. */
export function makeKeyPair(): { privateHalf: string; publicHalf: string; id: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateHalf: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicHalf: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    id: idOfKey(publicKey),
  };
}

/** The id of a key: the first 16 digits of the hash of its public half. */
export function idOfKey(publicKey: KeyObject): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** @throws BadKeyError, also when it is handed a private half */
export function readPublicHalf(text: string): KeyObject {
  if (text.includes('PRIVATE KEY'))
    throw new BadKeyError(
      'This is the private half of a key. It stays with its team: its holder can publish. Add the other file, which ends in .pub, and if this one came by mail or chat, have a new pair made.',
    );
  const key = read(() => createPublicKey(text), 'public', '.pub');
  if (isOfSmallOrder(key))
    throw new BadKeyError(
      'This key opens itself to forgeries: it is a point of small order, which no program makes. Have a new pair made with `portfolio keygen`.',
    );
  return key;
}

/**
 * The y of every point of order 1, 2, 4 and 8, also as it is written beyond the field's prime. For such
 * a key there is a signature that holds for most messages, without a private half.
 */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Whether a key is of small order: every signature would fit it. */
export function isOfSmallOrder(publicKey: KeyObject): boolean {
  const y = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  return smallOrder.has(y.toString('hex'));
}

/** @throws BadKeyError */
export function readPrivateHalf(text: string): KeyObject {
  return read(() => createPrivateKey(text), 'private', '.key');
}

/** The signature of bytes, in base64. */
export function sign(privateKey: KeyObject, bytes: Uint8Array): string {
  return signBytes(null, bytes, privateKey).toString('base64');
}

function read(make: () => KeyObject, half: string, ending: string): KeyObject {
  const bad = new BadKeyError(
    `This is no ${half} half of a key. \`portfolio keygen\` makes one, in a file that ends in ${ending}.`,
  );
  try {
    const key = make();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The library's own words would repeat what it read.
  }
  throw bad;
}
