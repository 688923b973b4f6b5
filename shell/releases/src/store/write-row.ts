import type { Row, Value } from '../database/database.ts';

/** The columns of each table's primary key. */
export const tableKeys = {
  releases: ['name', 'id'],
  live: ['name'],
  tokens: ['hash'],
  faults: ['name', 'id', 'error', 'places'],
  log: ['number'],
} as const;

export type Table = keyof typeof tableKeys;

/** A statement that inserts or replaces a row. */
export function writeRow(
  table: Table,
  row: Row,
): readonly [statement: string, values: readonly Value[]] {
  const columns = Object.keys(row);
  const key: readonly string[] = tableKeys[table];
  const places = columns.map((_column, at) => `$${at + 1}`);
  const rest = columns.filter((column) => !key.includes(column));
  const changes = rest.map((column) => `${column} = excluded.${column}`);
  const onConflict = changes.length > 0 ? `UPDATE SET ${changes.join(', ')}` : 'NOTHING';
  return [
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})
    ON CONFLICT (${key.join(', ')}) DO ${onConflict}`,
    Object.values(row),
  ];
}
