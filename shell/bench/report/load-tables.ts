import type { Result } from '../loads/measure-loads.ts';
import type { Profile } from '../loads/profiles.ts';
import { variants } from '../variants/variants.ts';
import { asRatio, inKilobytes, toTable } from './markdown-table.ts';

/** The loads as tables: one for each page and profile, each beside the bundle. */
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
    'long tasks ms',
    'shift',
  ];
  const rows = results.map((result) => {
    const { first, depth } = result;
    const { first: baseline } = bundleOf(results, result);
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
      first.longTasks.toFixed(),
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
      inKilobytes(second.bytes),
      second.firstPaint.toFixed(),
      second.heading.toFixed(),
      asRatio(second.heading, bundleOf(results, result).second.heading),
      second.shift.toFixed(3),
    ];
  });
  return toTable([['second visit', 'all kB', 'FCP ms', 'text ms', '×', 'shift'], ...rows]);
}

function nameOf({ page, variant }: Result): string {
  const title = variants.find(({ name }) => name === variant)?.title ?? variant;
  return `/${page}, ${title}`;
}

function bundleOf(results: readonly Result[], { page }: Result): Result {
  return results.find((r) => r.page === page && r.variant === 'bundle') as Result;
}
