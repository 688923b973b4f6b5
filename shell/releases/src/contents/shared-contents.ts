import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { SharedDatabase } from '../database/open-postgres.ts';
import {
  contentFile,
  contentsAlone,
  encodings,
  readContent,
  type SharedContents,
} from './contents.ts';
import { isMissing, replaceFile } from './durable-files.ts';
import {
  BrokenFileError,
  byHash,
  type ContentRef,
  computeIntegrity,
  hashName,
} from './integrity.ts';

/** The largest content takes less over a slow connection. */
const contentMs = 60_000;

const mostUnderWay = 4;

/** The shortest time between two fetches of a content, as a bad disk breaks it again and again. */
const fetchAgainMs = 60_000;

/** Bounds a transaction for which other machines wait; the next one collects the rest. */
const mostCollected = 1000;

/** Copies contents between the database and the folder of this machine. */
export function openSharedContents(
  { run }: Pick<SharedDatabase, 'run'>,
  dataDir: string,
): SharedContents & {
  /** Fetches a content without a pause after an earlier fetch. @throws DatabaseError */
  fetchNow: SharedContents['fetchContent'];
} {
  const here = { dataDir, shared: contentsAlone(dataDir) };
  const inTurn = pLimit(mostUnderWay);
  const fetched = new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: fetchAgainMs });

  /** Sends a content after its copies, as a stored content counts as complete. Skips one that is missing here. */
  async function send(ref: ContentRef): Promise<void> {
    const hash = hashName(ref);
    const content = await readContent(here, ref, hash).catch(ignoreBroken);
    if (!content) return;
    for (const encoding of encodings) {
      const copy = await readFile(contentFile(here, hash, encoding)).catch(ignoreMissing);
      if (copy) await insert(hash, encoding, copy);
    }
    await insert(hash, '', content);
  }

  async function insert(hash: string, encoding: string, bytes: Uint8Array): Promise<void> {
    await run(
      `INSERT INTO contents (hash, encoding, bytes) VALUES ($1, $2, $3)
      ON CONFLICT (hash, encoding) DO UPDATE SET bytes = excluded.bytes, used_at = now()`,
      [hash, encoding, bytes],
      contentMs,
    );
  }

  async function fetchNow(ref: ContentRef): Promise<boolean> {
    const hash = hashName(ref);
    const rows = await run<{ encoding: '' | (typeof encodings)[number]; bytes: Buffer }>(
      `SELECT encoding, bytes FROM contents
      WHERE hash = $1 AND octet_length(bytes) <= $2 ORDER BY encoding DESC`,
      [hash, ref.bytes],
      contentMs,
    );
    const content = rows.find(({ encoding }) => encoding === '')?.bytes;
    if (!content || (await computeIntegrity(content)) !== ref.integrity) return false;
    await mkdir(path.dirname(contentFile(here, hash)), { recursive: true });
    for (const { encoding, bytes } of rows)
      await replaceFile(contentFile(here, hash, encoding || undefined), bytes);
    return true;
  }

  return {
    async sendContents(refs) {
      const wanted = byHash(refs);
      const known = await run<{ hash: string }>(
        `UPDATE contents SET used_at = now() WHERE hash = ANY(string_to_array($1, ','))
        AND (encoding <> '' OR encode(sha384(bytes), 'hex') = hash)
        RETURNING CASE encoding WHEN '' THEN hash ELSE '' END AS hash`,
        [[...wanted.keys()].join(',')],
        contentMs,
      );
      for (const { hash } of known) wanted.delete(hash);
      await Promise.all([...wanted.values()].map((ref) => inTurn(send, ref)));
    },

    fetchNow: (ref) => inTurn(fetchNow, ref),

    fetchContent(ref) {
      const hash = hashName(ref);
      const known = fetched.get(hash) ?? inTurn(fetchNow, ref).catch(() => false);
      if (!fetched.has(hash)) fetched.set(hash, known);
      return known;
    },

    *missingContents(hashes) {
      const rows = yield [
        `SELECT hash FROM contents WHERE encoding = '' AND hash = ANY(string_to_array($1, ','))`,
        [hashes.join(',')],
      ];
      const there = new Set(rows.map(({ hash }) => hash));
      return hashes.filter((hash) => !there.has(hash));
    },

    *collectContents(named) {
      yield [
        `DELETE FROM contents WHERE (hash, encoding) IN (
          SELECT hash, encoding FROM contents
          WHERE used_at < now() - interval '1 hour' AND hash <> ALL(string_to_array($1, ','))
          LIMIT $2)`,
        [[...named].join(','), mostCollected],
      ];
    },
  };
}

function ignoreBroken(error: unknown): undefined {
  if (!(error instanceof BrokenFileError)) throw error;
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
