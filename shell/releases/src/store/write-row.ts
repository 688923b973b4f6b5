import type { Row, Value } from '../database/database.ts';

/**
 * A statement that writes a row.
 * @param key the columns by which a row is the same one: that is replaced
 */
export function writeRow(
  table: string,
  row: Row,
  key: readonly string[],
): readonly [statement: string, values: readonly Value[]] {
  const columns = Object.keys(row);
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
