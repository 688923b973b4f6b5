import { readContent } from '../contents/contents.ts';
import { byHash, type ContentRef, hashName } from '../contents/integrity.ts';
import type { Steps } from '../database/database.ts';
import { fallbackDepth, findRelease, readLiveOf } from '../store/release-rows.ts';
import type { Store } from '../store/store.ts';
import { blockBytes } from '../store/stored-bytes.ts';
import { PublishRefusedError, type PublishRequest } from './signed-request.ts';

export interface Upload {
  token: string;
  keyId: string;
  request: PublishRequest;
  /** The announced contents by hash. */
  wanted: ReadonlyMap<string, ContentRef>;
  /** Whether it is published; the answer may have been lost. */
  isDone: boolean;
}

/** How many open uploads a key may have of a section; a further one removes the oldest. */
const mostOpen = 3;
/** How long contents without a release are kept. */
const keptMs = 60 * 60_000;

/** Stores a verified request. */
export async function beginUpload(
  { facts }: Store,
  keyId: string,
  request: PublishRequest,
): Promise<Upload> {
  const { section } = request;
  const token = crypto.randomUUID();
  const now = await facts.now();
  await facts.transact(function* () {
    yield [
      `INSERT INTO uploads (token, key_id, section, begun_at, is_done, request)
      VALUES ($1, $2, $3, $4, 0, $5)`,
      [token, keyId, section, now, JSON.stringify(request)],
    ];
    yield [
      `DELETE FROM uploads WHERE key_id = $1 AND section = $2 AND token NOT IN (
        SELECT token FROM uploads WHERE key_id = $1 AND section = $2
        ORDER BY begun_at DESC, token LIMIT $3
      )`,
      [keyId, section, mostOpen],
    ];
    yield ['DELETE FROM received WHERE at < $1', [now - keptMs]];
    yield ['DELETE FROM uploads WHERE begun_at < $1', [now - 24 * keptMs]];
  });
  return { token, keyId, request, wanted: contentsOf(request), isDone: false };
}

export async function findUpload({ facts }: Store, token: string): Promise<Upload | undefined> {
  const [row] = await facts.run<{ key_id: string; is_done: number; request: string }>(
    'SELECT key_id, is_done, request FROM uploads WHERE token = $1',
    [token],
  );
  if (!row) return undefined;
  const request: PublishRequest = JSON.parse(row.request);
  const isDone = row.is_done === 1;
  return { token, keyId: row.key_id, request, wanted: contentsOf(request), isDone };
}

/**
 * Finishes an upload, in the transaction that makes it a release or live, so that it counts only once on all
 * machines. Its contents no longer count as received.
 * @throws PublishRefusedError if it is finished already
 */
export function* finishUpload({ token, keyId, request, wanted }: Upload): Steps<void> {
  const finished = yield [
    'UPDATE uploads SET is_done = 1 WHERE token = $1 AND is_done = 0 RETURNING token',
    [token],
  ];
  if (finished.length === 0)
    throw new PublishRefusedError(409, 'This upload was made a release before, or is over.');
  for (const hash of wanted.keys())
    yield [
      'DELETE FROM received WHERE key_id = $1 AND section = $2 AND hash = $3',
      [keyId, request.section, hash],
    ];
}

function contentsOf(request: PublishRequest): Map<string, ContentRef> {
  return byHash(Object.values(request.description.files));
}

/**
 * Counts a content before it is received.
 * @param room how many bytes, in whole blocks, a section may send within an hour without a release
 * @throws PublishRefusedError if the upload does not announce it, or the room is exceeded
 */
export async function expectContent(
  { facts }: Store,
  { keyId, request, wanted }: Upload,
  hash: string,
  room: number,
): Promise<ContentRef> {
  const content = wanted.get(hash);
  if (!content)
    throw new PublishRefusedError(404, 'No file with this hash is a part of the release.');
  const counted = await facts.run(
    `INSERT INTO received (key_id, section, hash, bytes, at, is_whole)
    SELECT $1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), 0
    WHERE CAST($4 AS BIGINT) + COALESCE((
      SELECT CAST(SUM(bytes) AS BIGINT) FROM received
      WHERE key_id = $1 AND section = $2 AND hash <> $3), 0) <= $6
    ON CONFLICT (key_id, section, hash) DO UPDATE SET at = excluded.at
    RETURNING hash`,
    [keyId, request.section, hash, content.bytes + blockBytes, await facts.now(), room],
  );
  if (counted.length > 0) return content;
  throw new PublishRefusedError(
    507,
    `Too much of ${request.section} came within an hour and did not become a release. Try again in an hour.`,
  );
}

/** Records a content that `receiveContent` has compared with its hash. */
export async function noteReceived(
  store: Store,
  { keyId, request }: Upload,
  content: ContentRef,
): Promise<void> {
  // The next request may reach another machine.
  await store.shared.sendContents([content]);
  await store.facts.run(
    'UPDATE received SET is_whole = 1 WHERE key_id = $1 AND section = $2 AND hash = $3',
    [keyId, request.section, hashName(content)],
  );
}

/** How many releases of the section, beside live ones, count for contents that need not be sent again. */
const mostCompared = 10;

/**
 * The contents that have to be sent, by hash and size in bytes. Hashes are public, so a stored content counts only
 * if a release of the section has it, or this key sent it for the section.
 */
export async function missingContents(
  store: Store,
  { keyId, request, wanted }: Upload,
): Promise<{ hash: string; bytes: number }[]> {
  const { section } = request;
  const received = await store.facts.run<{ hash: string }>(
    'SELECT hash FROM received WHERE key_id = $1 AND section = $2 AND is_whole = 1',
    [keyId, section],
  );
  const own = new Set([...received.map(({ hash }) => hash), ...hashesOfSection(store, request)]);
  const missing: { hash: string; bytes: number }[] = [];
  for (const [hash, content] of wanted) {
    const isSent = own.has(hash) && (await isHere(store, content));
    if (!isSent) missing.push({ hash, bytes: content.bytes });
  }
  return missing;
}

function hashesOfSection(store: Store, { section, release }: PublishRequest): string[] {
  const newest = store.local.read<{ id: string }>(
    'SELECT id FROM releases WHERE name = $1 ORDER BY created_at DESC LIMIT $2',
    [section, mostCompared],
  );
  const live = readLiveOf(store, section).ids.slice(0, fallbackDepth);
  const ids = new Set([release, ...live, ...newest.map(({ id }) => id)]);
  return [...ids].flatMap((id) =>
    Object.values(findRelease(store, { name: section, id })?.files ?? {}).map(hashName),
  );
}

/** Whether a content matches its hash, as another release will name it. */
async function isHere(store: Store, content: ContentRef): Promise<boolean> {
  return readContent(store, content, 'it').then(
    () => true,
    () => false,
  );
}
