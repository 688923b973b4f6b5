import type { Result } from '../loads/measure-loads.ts';
import type { Profile } from '../loads/profiles.ts';
import { columns } from '../variants/variants.ts';
import { asRatio, inKilobytes, toTable } from './markdown-table.ts';

/** The loads as tables: one for each page and profile, each beside the bundle and beside a file without script. */
export function loadTables(results: readonly Result[], profiles: readonly Profile[]): string {
  return profiles
    .map(({ name, title }) => {
      const measured = results.filter((result) => result.profile === name);
      return `### First visit: ${title}\n\n${firstVisits(measured)}\n\n### Second visit: the same\n\n${secondVisits(measured)}`;
    })
    .join('\n\n');
}

function firstVisits(results: readonly Result[]): string {
  const head = [
    'first visit',
    'script kB',
    '×',
    'all kB',
    'requests',
    'depth',
    'FCP ms',
    'LCP ms',
    'text ms',
    '×',
    '× file',
    'taken over ms',
    'blocking ms',
    'shift',
  ];
  const rows = results.map((result) => {
    const { first, depth } = result;
    const { first: baseline } = columnOf(results, result, 'bundle');
    const { first: file } = columnOf(results, result, 'static');
    return [
      nameOf(result),
      inKilobytes(first.scriptBytes),
      asRatio(first.scriptBytes, baseline.scriptBytes),
      inKilobytes(first.bytes),
      String(first.requests),
      String(depth),
      first.firstPaint.toFixed(),
      first.largestPaint.toFixed(),
      first.heading.toFixed(),
      asRatio(first.heading, baseline.heading),
      asRatio(first.heading, file.heading),
      inMilliseconds(first.takenOver),
      first.blocking.toFixed(),
      first.shift.toFixed(3),
    ];
  });
  return toTable([head, ...rows]);
}

function secondVisits(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { second } = result;
    return [
      nameOf(result),
      inKilobytes(second.documentBytes),
      inKilobytes(second.bytes),
      second.firstPaint.toFixed(),
      second.heading.toFixed(),
      asRatio(second.heading, columnOf(results, result, 'bundle').second.heading),
      asRatio(second.heading, columnOf(results, result, 'static').second.heading),
      inMilliseconds(second.takenOver),
      second.shift.toFixed(3),
    ];
  });
  const head = [
    'second visit',
    'document kB',
    'all kB',
    'FCP ms',
    'text ms',
    '×',
    '× file',
    'taken over ms',
    'shift',
  ];
  return toTable([head, ...rows]);
}

/** Of what never happens there is no time. */
function inMilliseconds(time: number): string {
  return time > 0 ? time.toFixed() : '–';
}

function nameOf({ page, variant }: Result): string {
  const title = columns.find(({ name }) => name === variant)?.title ?? variant;
  return `/${page}, ${title}`;
}

function columnOf(
  results: readonly Result[],
  { page }: Result,
  variant: Result['variant'],
): Result {
  return results.find((result) => result.page === page && result.variant === variant) as Result;
}
