/** Rows as a markdown table that can be read as it is: the first row is the head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column > 0)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

function pad(cell: string, width: number, isNumber: boolean): string {
  return isNumber ? cell.padStart(width) : cell.padEnd(width);
}

/** Bytes in kB of 1000. */
export function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

export function asRatio(value: number, baseline: number): string {
  return baseline === 0 ? '–' : `${(value / baseline).toFixed(2)}×`;
}
