import path from 'node:path';
import {
  count,
  faultOfWeight,
  mostFirstBytes,
  sentSize,
} from '@portfolio/releases/checks/release-files.ts';
import type { Allowance } from '@portfolio/releases/release/origins.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { bundler, ownSources, type PackageShares } from '../build/build.ts';

/** The field `budget` of a package.json: bytes as they are sent, compressed with brotli. */
export interface ByteBudget {
  /** The script a first visit loads. */
  scripts: number;
  /** All scripts that are loaded on their first use together. */
  laterScripts?: number | undefined;
}

/** What something weighs as it is sent, such as a script or the package in it. */
type Weight = readonly [name: string, bytes: number];

/** The scripts of a release, the largest first, and what is in them. */
export interface Weights {
  first: Weight;
  later: readonly Weight[];
  inFirst: readonly Weight[];
  inLater: readonly Weight[];
}

/** Weighs the scripts of a fingerprinted folder; what is in one has its share of the compressed file. */
export async function weighScripts(
  folder: string,
  { entry, files }: Pick<Release, 'entry' | 'files'>,
  shares: PackageShares = new Map(),
): Promise<Weights> {
  const scripts = Object.keys(files).filter((file) => file.endsWith('.mjs'));
  const sizes: Weight[] = [];
  for (const file of scripts) sizes.push([file, await sentSize(path.join(folder, file))]);
  const within = (weights: readonly Weight[]) => {
    const sums = new Map<string, number>();
    for (const [file, bytes] of weights)
      for (const [name, share] of shares.get(file) ?? [])
        sums.set(name, (sums.get(name) ?? 0) + Math.round(share * bytes));
    return heaviestFirst([...sums]);
  };
  const first = sizes.find(([file]) => file === entry) ?? [entry, 0];
  const later = heaviestFirst(sizes.filter(([file]) => file !== entry));
  return { first, later, inFirst: within([first]), inLater: within(later) };
}

function heaviestFirst(weights: readonly Weight[]): Weight[] {
  return [...weights].sort(([, a], [, b]) => b - a);
}

/** A sentence for each budget that is exceeded; the owner's allowance takes precedence over that of a package.json. */
export function overBudget(
  name: string,
  { first: [entry, first], later, inFirst, inLater }: Weights,
  budget: ByteBudget | undefined,
  allowance?: Allowance,
): string[] {
  const grown = (
    key: keyof ByteBudget,
    what: string,
    bytes: number,
    inIt: readonly Weight[],
  ): string[] => {
    const allowed = budget?.[key];
    if (allowed === undefined || bytes <= allowed) return [];
    const more = `${count(bytes - allowed)} more than the ${count(allowed)} bytes it may have${listed(inIt)}`;
    return [
      `${what} grew to ${count(bytes)} bytes (brotli), ${more}. The budget stands as "budget.${key}" in the package.json of ${name}.`,
    ];
  };
  const laterTotal = later.reduce((sum, [, bytes]) => sum + bytes, 0);
  const files = later.slice(0, 3).map(([file, bytes]) => `${file} ${count(bytes)}`);
  const tooHeavy = name === 'shell' ? undefined : faultOfWeight(name, first, allowance);
  return [
    ...(allowance?.scripts === undefined
      ? grown('scripts', `Its first script ${entry}`, first, inFirst)
      : []),
    ...(tooHeavy ? [tooHeavy.replace(' (brotli),', ` (brotli${listed(inFirst)}),`)] : []),
    ...grown('laterScripts', `Its later scripts (${files.join(', ')})`, laterTotal, inLater),
  ];
}

function listed(weights: readonly Weight[]): string {
  const parts = weights.slice(0, 4).map(([name, bytes]) => `${name} ${count(bytes)}`);
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}

/** What each package adds to a section, beside what it may have; nothing where it bundles none. */
export function describeWeights(
  name: string,
  { first: [, first], later, inFirst, inLater }: Weights,
  budget: ByteBudget | undefined,
  allowance?: Allowance,
): string | undefined {
  const isPackage = ([each]: Weight) => each !== ownSources && each !== bundler;
  if (![...inFirst, ...inLater].some(isPackage)) return undefined;
  const may = allowance?.scripts ?? Math.min(budget?.scripts ?? Infinity, mostFirstBytes());
  const sum = later.reduce((all, [, bytes]) => all + bytes, 0);
  const says = (bytes: number, inIt: readonly Weight[]) =>
    `${inKilobytes(bytes)} (${inIt.map(([each, its]) => `${each} ${inKilobytes(its)}`).join(', ')})`;
  const after = later.length > 0 ? `; later up to ${says(sum, inLater)}` : '';
  return `${name} loads with its page ${says(first, inFirst)} of the ${inKilobytes(may)} that it may${after}.`;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
