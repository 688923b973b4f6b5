import { createHash } from 'node:crypto';
import { readPointerOrLast } from '../live/pointer.ts';
import { listNames, type Store } from '../store/store.ts';
import type { Database, Value } from './sqlite.ts';

/** One thing that was done, or refused. */
export interface AuditEntry {
  /** When. */
  at: string;
  /** Who: the id of a key, `owner`, `site` for what the site did by itself, or `unknown`. */
  key: string;
  did: string;
  outcome: 'begun' | 'done' | 'refused';
  section?: string | undefined;
  release?: string | undefined;
  /** What was live before, and what is now; empty for nothing. */
  from?: string | undefined;
  to?: string | undefined;
  counter?: number | undefined;
  /** How many files of pages were kept with a release. */
  pages?: number | undefined;
  /** Why it was refused or done. */
  reason?: string | undefined;
}

/** Who does something and why, for the line of the log; what is not said is told by what is done. */
export type Deed = Pick<AuditEntry, 'key'> & Partial<AuditEntry>;

const mostReason = 2000;

/**
 * Adds a line to the log of the owner. Each line carries the hash of the one before, so none can be
 * changed or taken out without a trace.
 */
export async function appendAudit({ ledger }: Store, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  if (ledger) await append(ledger, async (last) => lineOf(entry, last));
}

/**
 * Notes what became of what is live, where that can be: a team that may write its folder alone cannot
 * write the log. The server adds what is missing (see `noteUnseenMoves`).
 */
export async function noteMove(store: Store, move: Omit<AuditEntry, 'at' | 'outcome'>) {
  await appendAudit(store, { ...move, outcome: 'done' }).catch(() => {});
}

/** By name what was live at the last look and not in the log. */
export type Unseen = ReadonlyMap<string, string>;

/**
 * Adds a line for each section whose live release is not what the log says. It has to be so at two
 * looks: what changes a pointer adds the line a moment later.
 */
export async function noteUnseenMoves(store: Store, before: Unseen): Promise<Unseen> {
  const unseen = new Map<string, string>();
  const { ledger } = store;
  for (const section of ledger ? await listNames(store) : []) {
    const { ids, fault } = await readPointerOrLast(store, section);
    const [live = ''] = ids;
    const logged = ledger && (await loggedLive(ledger, section));
    if (!ledger || fault || (logged ?? '') === live) continue;
    if (before.get(section) !== live) unseen.set(section, live);
    else
      await append(ledger, async (last) => {
        // Of several processes one is first.
        const from = (await loggedLive(ledger, section)) ?? '';
        const entry = { key: 'unknown', did: 'found live', outcome: 'done', section } as const;
        return from === live ? undefined : lineOf({ ...entry, from, to: live }, last);
      });
  }
  return unseen;
}

async function loggedLive(ledger: Database, section: string): Promise<string | undefined> {
  const [row] = await ledger.run<{ live: string }>(
    `SELECT live FROM audit_log WHERE section = $1 AND live IS NOT NULL
    ORDER BY number DESC LIMIT 1`,
    [section],
  );
  return row?.live;
}

/**
 * Adds a line that is made from the last one. Lines are numbered, so of two that follow the same one
 * the second finds its number taken and is made anew.
 */
async function append(
  ledger: Database,
  follow: (last: string | undefined) => Promise<string | undefined>,
): Promise<void> {
  for (;;) {
    const [last] = await ledger.run<{ number: number; line: string }>(
      'SELECT number, line FROM audit_log ORDER BY number DESC LIMIT 1',
    );
    const line = await follow(last?.line);
    if (line === undefined) return;
    const values = [(last?.number ?? 0) + 1, line, ...columnsOf(line)];
    if ((await ledger.run(addLine, values)).length > 0) return;
  }
}

/** With its number, the line, and its columns. */
export const addLine = `
  INSERT INTO audit_log (number, line, section, live) VALUES ($1, $2, $3, $4)
  ON CONFLICT (number) DO NOTHING RETURNING number`;

/** The section of a line, and what is live of it from then on. */
export function columnsOf(line: string): [Value, Value] {
  const { section = null, to = null, outcome } = parseLine(line) ?? {};
  return [section, outcome === 'done' ? to : null];
}

function lineOf(entry: Omit<AuditEntry, 'at'>, last: string | undefined): string {
  const reason = entry.reason?.slice(0, mostReason);
  const previous = last ? hashOf(last) : '';
  return JSON.stringify({ at: new Date().toISOString(), ...entry, reason, previous });
}

/** The log, and what is wrong with it: nothing, as long as it is unchanged. */
export async function readAudit(
  store: Store,
): Promise<{ entries: AuditEntry[]; faults: string[] }> {
  const entries: AuditEntry[] = [];
  const faults: string[] = [];
  let expected = '';
  for (const [index, line] of (await readLines(store)).entries()) {
    const entry = parseLine(line);
    if (entry?.previous !== expected)
      faults.push(
        `Line ${index + 1} does not follow the one before: something was changed or taken out.`,
      );
    expected = hashOf(line);
    if (entry) entries.push(entry);
  }
  return { entries, faults };
}

async function readLines({ ledger }: Store): Promise<string[]> {
  const rows = await ledger?.run<{ line: string }>('SELECT line FROM audit_log ORDER BY number');
  return (rows ?? []).map(({ line }) => line);
}

/** Goes on with the log of another store. @returns false when they are two different logs */
export async function copyAudit(from: Store, to: Store): Promise<boolean> {
  const [lines, there] = [await readLines(from), await readLines(to)];
  // A store to which this one was copied before may have gone on since.
  const common = Math.min(lines.length, there.length);
  if (there.slice(0, common).some((line, position) => line !== lines[position])) return false;
  for (const line of lines.slice(there.length))
    if (to.ledger) await append(to.ledger, async () => line);
  return true;
}

/** An entry with the hash of the line before; nothing for what is no line of a log. */
export function parseLine(line: string): (AuditEntry & { previous: string }) | undefined {
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
