import path from 'node:path';
import {
  count,
  faultOfWeight,
  mostFirstBytes,
  sentSize,
} from '@portfolio/releases/checks/release-files.ts';
import type { Allowance } from '@portfolio/releases/release/origins.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { bundler, ownSources, type ScriptParts } from '../build/build.ts';

/** The field `budget` of a package.json: bytes as they are sent, compressed with brotli. */
export interface ByteBudget {
  /** The script a first visit loads. */
  scripts: number;
  /** All scripts that are loaded on their first use together. */
  laterScripts?: number | undefined;
}

/** What something weighs as it is sent, such as a script or the package in it. */
type Weight = readonly [name: string, bytes: number];

/** Scripts that are loaded together, and the packages in them, each the heaviest first. */
interface Weighed {
  bytes: number;
  files: readonly Weight[];
  packages: readonly Weight[];
}

/** The script of a release that is loaded at first, and all that come later. */
export interface Weights {
  first: Weighed;
  later: Weighed;
}

/** Weighs the scripts of a fingerprinted folder; what is in one has its share of the compressed file. */
export async function weighScripts(
  folder: string,
  { entry, files }: Pick<Release, 'entry' | 'files'>,
  parts: ScriptParts = new Map(),
): Promise<Weights> {
  const scripts = Object.keys(files).filter((file) => file.endsWith('.mjs'));
  const weigh = async (some: readonly string[]): Promise<Weighed> => {
    const sizes = new Map<string, number>();
    const packages = new Map<string, number>();
    for (const file of some) {
      const bytes = await sentSize(path.join(folder, file));
      sizes.set(file, bytes);
      for (const { name, share } of parts.get(file) ?? [])
        packages.set(name, (packages.get(name) ?? 0) + share * bytes);
    }
    const bytes = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    return { bytes, files: heaviestFirst(sizes), packages: heaviestFirst(packages) };
  };
  return {
    first: await weigh(scripts.filter((file) => file === entry)),
    later: await weigh(scripts.filter((file) => file !== entry)),
  };
}

function heaviestFirst(weights: ReadonlyMap<string, number>): Weight[] {
  const whole = [...weights].map(([name, bytes]) => [name, Math.round(bytes)] as const);
  return whole.sort(([, a], [, b]) => b - a);
}

/** A sentence for each budget that is exceeded; the owner's allowance takes precedence over that of a package.json. */
export function overBudget(
  name: string,
  { first, later }: Weights,
  budget: ByteBudget | undefined,
  allowance?: Allowance,
): string[] {
  const grown = (key: keyof ByteBudget, what: string, { bytes, packages }: Weighed): string[] => {
    const allowed = budget?.[key];
    if (allowed === undefined || bytes <= allowed) return [];
    const more = `${count(bytes - allowed)} more than the ${count(allowed)} bytes it may have${listed(packages)}`;
    return [
      `${what} grew to ${count(bytes)} bytes (brotli), ${more}. The budget stands as "budget.${key}" in the package.json of ${name}.`,
    ];
  };
  const files = later.files.slice(0, 3).map(([file, bytes]) => `${file} ${count(bytes)}`);
  const tooHeavy = name === 'shell' ? undefined : faultOfWeight(name, first.bytes, allowance);
  return [
    ...(allowance?.scripts === undefined
      ? grown('scripts', `Its first script ${first.files[0]?.[0]}`, first)
      : []),
    ...(tooHeavy ? [tooHeavy.replace(' (brotli),', ` (brotli${listed(first.packages)}),`)] : []),
    ...grown('laterScripts', `Its later scripts (${files.join(', ')})`, later),
  ];
}

function listed(weights: readonly Weight[]): string {
  const parts = weights.slice(0, 4).map(([name, bytes]) => `${name} ${count(bytes)}`);
  return parts.length > 0 ? `: ${parts.join(', ')}` : '';
}

/** What each package adds to a section, beside what it may have; nothing where it bundles none. */
export function describeWeights(
  name: string,
  { first, later }: Weights,
  budget: ByteBudget | undefined,
  allowance?: Allowance,
): string | undefined {
  const isPackage = ([each]: Weight) => each !== ownSources && each !== bundler;
  if (![...first.packages, ...later.packages].some(isPackage)) return undefined;
  const may = allowance?.scripts ?? Math.min(budget?.scripts ?? Infinity, mostFirstBytes());
  const says = ({ bytes, packages }: Weighed) =>
    `${inKilobytes(bytes)} (${packages.map(([each, its]) => `${each} ${inKilobytes(its)}`).join(', ')})`;
  const after = later.files.length > 0 ? `; later up to ${says(later)}` : '';
  return `${name} loads with its page ${says(first)} of the ${inKilobytes(may)} that it may${after}.`;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
