/** Formats rows as a Markdown table: the first row is the head, numbers are aligned right. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, at) =>
      at > 0 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map(
    (width, at) => '-'.repeat(at > 0 ? width - 1 : width) + (at > 0 ? ':' : ''),
  );
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/** Replaces the content of one section. */
export function replaceSection(report: string, title: string, text: string): string {
  const sections = report
    .split(/^(?=## )/m)
    .map((section) =>
      section.startsWith(`## ${title}\n`) ? `## ${title}\n\n${text}\n\n` : section,
    );
  return `${sections.join('').trimEnd()}\n`;
}

/** kB of 1000 bytes. */
export function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

export function asRatio(value: number, baseline: number): string {
  return baseline > 0 ? `${(value / baseline).toFixed(2)}×` : '–';
}

/** The middle value; for an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [Math.floor, Math.ceil].map(
    (round) => sorted[round((sorted.length - 1) / 2)],
  );
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
