import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import { appendLog } from '../store/audit-log.ts';
import { changeSite, readUntilChanged, type Store } from '../store/store.ts';

/** The public half of a team's key, with its rights. */
export interface Key {
  id: string;
  /** The sections, or the shell, that the key may publish. */
  sections: string[];
  /** SPKI of X.509, in Base64. */
  publicHalf: string;
  addedAt: string;
  /** The last valid day, in UTC. */
  until?: string | undefined;
  isPreviewOnly?: true | undefined;
}

type KeyRow = { description: string };

const selectKeys = 'SELECT description FROM team_keys';

export async function readKeys({ facts }: Store): Promise<Key[]> {
  return (await facts.run<KeyRow>(`${selectKeys} ORDER BY id`)).map(parseKey);
}

/** Reads the keys from this machine's copy, for requests without a signature. */
export const readKnownKeys = readUntilChanged((local) =>
  local.read<KeyRow>(selectKeys).map(parseKey),
);

function parseKey({ description }: KeyRow): Key {
  return JSON.parse(description);
}

export interface AddedKey {
  key: Key;
  /** The sections that the key could publish before, and no longer can. */
  lost: string[];
}

/** Adds a key or replaces its rights, with a line of the log. */
export async function addKey(
  store: Store,
  publicKey: KeyObject,
  { sections, until, isPreviewOnly }: Pick<Key, 'sections' | 'until' | 'isPreviewOnly'>,
): Promise<AddedKey> {
  const key: Key = {
    id: idOfKey(publicKey),
    sections,
    publicHalf: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    addedAt: new Date().toISOString(),
  };
  if (until) key.until = until;
  if (isPreviewOnly) key.isPreviewOnly = true;
  return changeSite(store, function* () {
    const [known] = (yield [`${selectKeys} WHERE id = $1`, [key.id]]) as KeyRow[];
    const before = known ? parseKey(known).sections : [];
    yield [
      `INSERT INTO team_keys (id, description) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET description = excluded.description`,
      [key.id, JSON.stringify(key)],
    ];
    const did = `add key ${key.id}`;
    yield* appendLog({ key: 'owner', did, section: sections.join(',') });
    return { key, lost: before.filter((section) => !sections.includes(section)) };
  });
}

/**
 * Removes a key with its uploads.
 * @returns whether there was such a key
 */
export async function removeKey(store: Store, id: string): Promise<boolean> {
  return changeSite(store, function* () {
    const removed = yield ['DELETE FROM team_keys WHERE id = $1 RETURNING id', [id]];
    if (removed.length === 0) return false;
    for (const table of ['uploads', 'received'])
      yield [`DELETE FROM ${table} WHERE key_id = $1`, [id]];
    yield* appendLog({ key: 'owner', did: `remove key ${id}` });
    return true;
  });
}

export function publicKeyOf({ publicHalf }: Pick<Key, 'publicHalf'>): KeyObject {
  return createPublicKey({ key: Buffer.from(publicHalf, 'base64'), format: 'der', type: 'spki' });
}

/** A key in a file is invalid; the message says what to do. */
export class BadKeyError extends Error {
  override name = 'BadKeyError';
}

/** Makes a pair of keys as PEM: the team keeps the private half, the owner gets the public one. */
export function makeKeyPair(): { privateHalf: string; publicHalf: string; id: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateHalf: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicHalf: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    id: idOfKey(publicKey),
  };
}

export function idOfKey(publicKey: KeyObject): string {
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** @throws BadKeyError, even for a private half */
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
 * The y of every point of order 1, 2, 4 and 8, including encodings beyond the field's prime. For such a key a
 * signature exists that is valid for most messages, without a private half.
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

function isOfSmallOrder(publicKey: KeyObject): boolean {
  const y = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  return smallOrder.has(y.toString('hex'));
}

/** @throws BadKeyError */
export function readPrivateHalf(text: string): KeyObject {
  return read(() => createPrivateKey(text), 'private', '.key');
}

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
    // The library's message would repeat the input.
  }
  throw bad;
}
