import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../folder/missing.ts';
import { dataDirOf, type Store } from '../store/store.ts';
import { inTurn } from './exclusively.ts';

/** One thing that was done, or refused. */
export interface AuditEntry {
  /** When. */
  at: string;
  /** Who: the id of a key, `owner`, or `site` for what the site did by itself. */
  key: string;
  did: string;
  outcome: 'begun' | 'done' | 'refused';
  section?: string | undefined;
  release?: string | undefined;
  /** What was live before, and what is now. */
  from?: string | undefined;
  to?: string | undefined;
  counter?: number | undefined;
  /** Why it was refused. */
  reason?: string | undefined;
}

const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;

/** The longest entry there can be is shorter, also when all of it has to be escaped. */
const tailBytes = 64 * 1024;

const mostReason = 2000;

/**
 * Adds a line to the log of the owner, and returns when it is on the disk. Each line carries the hash
 * of the one before, so none can be changed or taken out without a trace. A line that broke off in a
 * crash stays as it is.
 */
export async function appendAudit(store: Store, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await appendLine(store, (last) => lineOf(entry, last));
}

/** Adds a line that is made from the last one, or is the next line of a log that is copied. */
export async function appendLine(
  store: Store,
  follow: (last: string | undefined) => string,
): Promise<void> {
  if (store.shared) return store.shared.appendAudit(follow);
  inTurn(dataDirOf(store), () => {
    const file = openSync(logOf(store), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
    try {
      const { last, isTorn } = readTail(file);
      // What a full disk cuts off is a torn line, which the next one ends.
      writeFileSync(file, `${isTorn ? '\n' : ''}${follow(last)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

function lineOf(entry: Omit<AuditEntry, 'at'>, last: string | undefined): string {
  const reason = entry.reason?.slice(0, mostReason);
  const previous = last ? hashOf(last) : '';
  return JSON.stringify({ at: new Date().toISOString(), ...entry, reason, previous });
}

/** The log, and what is wrong with it: nothing, as long as nobody changed it. */
export async function readAudit(
  store: Store,
): Promise<{ entries: AuditEntry[]; faults: string[]; torn: number }> {
  const lines = await readLines(store);
  const entries: AuditEntry[] = [];
  const faults: string[] = [];
  let torn = 0;
  let expected = '';
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const entry = parse(line);
    if (!entry) {
      torn += 1;
      continue;
    }
    if (entry.previous !== expected)
      faults.push(
        `Line ${index + 1} does not follow the one before: something was changed or taken out.`,
      );
    expected = hashOf(line);
    entries.push(entry);
  }
  return { entries, faults, torn };
}

/** The lines as they were written. */
export async function readLines(store: Store): Promise<string[]> {
  if (store.shared) return store.shared.audit();
  const text = await readFile(logOf(store), 'utf8').catch((error) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text.split('\n');
}

function readTail(file: number): { last: string | undefined; isTorn: boolean } {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, tailBytes));
  readSync(file, tail, 0, tail.length, size - tail.length);
  const isTorn = size > 0 && tail.at(-1) !== 10;
  const found = lastWhole(tail.toString('utf8'), size > tail.length);
  // Nothing whole among the last lines: the log is read from its beginning.
  return {
    last: found ?? (size > tail.length ? lastWhole(readFileSync(file, 'utf8'), false) : undefined),
    isTorn,
  };
}

function lastWhole(text: string, isCut: boolean): string | undefined {
  return text
    .split('\n')
    .slice(isCut ? 1 : 0)
    .findLast(parse);
}

function parse(line: string): (AuditEntry & { previous: string }) | undefined {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.previous === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

function logOf(store: Store): string {
  return path.join(dataDirOf(store), 'audit.jsonl');
}
