import { readContent, writeContent } from '../contents/contents.ts';
import { BrokenFileError } from '../contents/integrity.ts';
import type { Row, Steps } from '../database/database.ts';
import { appendLog } from './audit-log.ts';
import { publish } from './publish.ts';
import { type LiveRow, parseDescription, parseLive, releaseInside } from './release-rows.ts';
import { changeSite, type Store } from './store.ts';
import { type Table, writeRow } from './write-row.ts';

interface Copied {
  /** Releases that are new in the other store. */
  copied: number;
  known: number;
  leftOut: string[];
}

/**
 * Copies a store into another one, of either kind: compares every content with its hash, and copies what is live
 * last. It can be interrupted and repeated, while servers run on both.
 * @param onCopied called with each release, such as `home@0123456789ab`
 */
export async function copyStore(
  from: Store,
  to: Store,
  onCopied: (release: string) => void,
): Promise<Copied> {
  const result: Copied = { copied: 0, known: 0, leftOut: [] };
  const whole = new Set<string>();
  for (const row of await from.facts.run('SELECT * FROM releases ORDER BY name, created_at')) {
    const key = `${row.name}@${row.id}`;
    try {
      result[await copyRelease(from, to, row)] += 1;
      whole.add(key);
      onCopied(key);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      result.leftOut.push(`${key}: ${error.message}`);
    }
  }
  result.leftOut.push(...(await copyFacts(from, to, whole)));
  return result;
}

/** @throws BrokenFileError */
async function copyRelease(from: Store, to: Store, row: Row): Promise<'copied' | 'known'> {
  const release = parseDescription(String(row.description), String(row.id));
  if (!release) throw new BrokenFileError('its description is damaged');
  for (const [file, ref] of Object.entries(release.files)) {
    const content = await readContent(from, ref, file);
    await writeContent(to, content, file);
  }
  const known = await to.facts.transact(() => releaseInside(release));
  await publish(to, release);
  await changeSite(to, function* () {
    yield writeRow('releases', row);
  });
  return known ? 'known' : 'copied';
}

/** The copied tables. Of two rows the one with the higher number wins; without a number the copied one. */
const tables: readonly [table: Table, number?: string][] = [
  ['team_keys'],
  ['used_nonces', 'highest'],
  ['faults', 'visitors'],
];

/** @returns sentences about live releases that cannot be live in the other store */
async function copyFacts(from: Store, to: Store, whole: ReadonlySet<string>): Promise<string[]> {
  const leftOut: string[] = [];
  const rows = new Map<string, Row[]>();
  for (const table of [...tables.map(([name]) => name), 'log'])
    rows.set(table, await from.facts.run(`SELECT * FROM ${table}`));
  const live = (await from.facts.run<LiveRow>('SELECT * FROM live')).map((row) => {
    return { row, name: row.name, ...parseLive(row) };
  });

  function* copyAll(): Steps<void> {
    for (const [table, number] of tables) {
      for (const row of rows.get(table) ?? []) {
        const [statement, values] = writeRow(table, row);
        const isHigher = `WHERE ${table}.${number} < excluded.${number}`;
        yield [number ? `${statement} ${isHigher}` : statement, values];
      }
    }
    for (const { row, name, ids, fault } of live) {
      const copied = ids.filter((id) => whole.has(`${name}@${id}`));
      if (!fault) yield writeRow('live', { ...row, ids: JSON.stringify(copied) });
    }
    yield* addToLog(rows.get('log') ?? []);
  }
  for (const { name, ids, fault } of live) {
    const [id] = ids;
    if (fault) leftOut.push(fault);
    else if (id && !whole.has(`${name}@${id}`))
      leftOut.push(`${name}: ${id} is live there, and cannot be here`);
  }
  await changeSite(to, copyAll);
  return leftOut;
}

/** Appends lines that the other log lacks. */
function* addToLog(rows: readonly Row[]): Steps<void> {
  const there = yield ['SELECT entry FROM log'];
  const known = new Set(there.map(({ entry }) => entry));
  const inOrder = rows.toSorted((a, b) => Number(a.number) - Number(b.number));
  for (const { entry = '' } of inOrder.filter((row) => !known.has(row.entry ?? '')))
    yield* appendLog(JSON.parse(String(entry)));
}
