import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addLine, columnsOf, parseLine } from './audit-log.ts';
import type { Before, Migration } from './sqlite.ts';

/** Takes over what the versions without a ledger kept; the lines of the log stay as they are. */
export function* takeOver(before: Before): Migration {
  if (before === 'tables') yield* takeOverTables();
  else yield* takeOverFiles(before.dataDir);
}

function* takeOverTables(): Migration {
  const [found] = yield [`SELECT to_regclass('audit') IS NOT NULL AS there`];
  if (!found?.there) return;
  const lines = yield ['SELECT line FROM audit ORDER BY number'];
  yield* addLines(lines.map(({ line }) => String(line)));
  yield [
    `INSERT INTO verifications (name, id, begun_at, said)
    SELECT name, id, CAST(extract(epoch FROM begun_at) * 1000 AS BIGINT), said FROM looks`,
  ];
  // A machine that still runs the code from before says that its tables are of another version.
  yield ['DROP TABLE audit'];
  yield ['DROP TABLE looks'];
}

function* takeOverFiles(dataDir: string): Migration {
  const releases = path.join(dataDir, 'releases');
  yield* addLines(textOf(path.join(dataDir, 'audit.jsonl')).split('\n'));
  for (const key of keysIn(path.join(dataDir, 'keys.json')))
    yield ['INSERT INTO team_keys (id, key) VALUES ($1, $2)', [key.id, JSON.stringify(key)]];
  for (const { key, highest } of countersIn(path.join(dataDir, 'publishing.sqlite')))
    yield ['INSERT INTO key_counters (key, highest) VALUES ($1, $2)', [key, highest]];
  for (const { name, id, file } of filesIn(path.join(releases, '.failed')))
    yield [
      'INSERT INTO failures (name, id, failed) VALUES ($1, $2, $3)',
      [name, id, statSync(file).size],
    ];
  for (const { name, id, file } of filesIn(path.join(releases, '.visits')))
    for (const [, mark = '', step = '', at] of textOf(file).matchAll(visitLine))
      yield [
        `INSERT INTO visits (name, id, mark, step, at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING`,
        [name, id, mark, step, Number(at)],
      ];
  for (const { name, id, file } of filesIn(path.join(releases, '.looked-at')))
    yield [
      'INSERT INTO verifications (name, id, begun_at, said) VALUES ($1, $2, $3, $4)',
      [name, id, Math.round(statSync(file).mtimeMs), textOf(file).trim() || null],
    ];
}

const visitLine = /^([0-9a-f]{4}) (opened|read|failed) (\d{1,12})$/gm;

/** A line that broke off in a crash is part of no chain. */
function* addLines(lines: readonly string[]): Migration {
  for (const [index, line] of lines.filter(parseLine).entries())
    yield [addLine, [index + 1, line, ...columnsOf(line)]];
}

/** Each is called after the release that it is about. */
function filesIn(folder: string): { name: string; id: string; file: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((entry) => {
    const [name = '', id = ''] = entry.split('@');
    return { name, id, file: path.join(folder, entry) };
  });
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function keysIn(file: string): { id: string }[] {
  try {
    return JSON.parse(textOf(file) || '[]');
  } catch {
    throw new Error(
      `${file} is no list of keys. Put it back from a backup, or remove it and add every key again.`,
    );
  }
}

function countersIn(file: string): { key: string; highest: number }[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    // The file is there without the table, too: as the lock of the log.
    database.exec('CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, highest INTEGER)');
    const rows = database.prepare('SELECT key, highest FROM counters').all();
    return rows as { key: string; highest: number }[];
  } finally {
    database.close();
  }
}

const kept = ['audit.jsonl', 'keys.json', 'publishing.sqlite'];
const keptBesideReleases = ['.failed', '.visits', '.looked-at'];

/** Puts what was taken over aside, where the version before can be given it back. */
export function putAside(dataDir: string): void {
  const aside = path.join(dataDir, 'taken-over');
  const files = [...kept, ...keptBesideReleases.map((name) => path.join('releases', name))];
  for (const file of files.map((name) => path.join(dataDir, name)).filter(existsSync)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    try {
      renameSync(file, path.join(aside, path.basename(file)));
    } catch {
      // Another process was faster, or they were put aside before.
    }
  }
}
