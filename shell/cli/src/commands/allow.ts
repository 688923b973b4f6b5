import {
  type AllowanceChange,
  allow,
  appendAudit,
  readAllowances,
} from '@portfolio/releases/access/index.ts';
import { readPointerOrLast } from '@portfolio/releases/live/pointer.ts';
import {
  type Allowance,
  listOrigins,
  originRule,
  originsSchema,
  readOrigins,
  uses,
} from '@portfolio/releases/release/origins.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { WrongUseError } from '../terminal.ts';

/** What commands take that say what a section may. */
export interface AllowanceOptions {
  grant?: string[];
  scripts?: string;
}

const collect = (text: string, before: string[] = []) => [...before, text];

/** Said once for each origin. */
export const grantOption = [
  '--grant <use=origin>',
  `its pages may reach it, such as connect=https://api.example.com (${uses.join(', ')}); "none" takes back what was granted`,
  collect,
] as const;

/** What the owner allows beyond the section's own budget. */
export const scriptsOption = [
  '--scripts <bytes>',
  'what its first script may weigh as it is sent, in place of the budget in its package.json, which "none" brings back',
] as const;

/** Reads the options; nothing when none was given. @throws WrongUseError */
export function readAllowance(
  { grant: grants = [], scripts }: AllowanceOptions,
  site: { PUBLIC_URL?: string | undefined },
): AllowanceChange | undefined {
  if (grants.length === 0 && scripts === undefined) return undefined;
  if (scripts !== undefined && !/^([1-9]\d{0,7}|none)$/.test(scripts))
    throw new WrongUseError(`"${scripts}" is no number of bytes. For example: --scripts 200000`);
  const isPublic = site.PUBLIC_URL?.startsWith('https:') ?? false;
  for (const each of grants.filter((text) => text !== 'none')) {
    const read = readOrigins([each]);
    const [only] = listOrigins(read);
    if (only !== each || !originsSchema.safeParse(read).success)
      throw new WrongUseError(
        `"${each}" cannot be granted: it is ${uses.slice(0, -1).join(', ')} or ${uses.at(-1)}, an equals sign and ${originRule}. For example: --grant connect=https://api.example.com`,
      );
    // A visitor's loopback is not the developer's.
    if (isPublic && each.includes('=http:'))
      throw new WrongUseError(
        `${each} is for development, and PUBLIC_URL says that this site is at ${site.PUBLIC_URL}.`,
      );
  }
  const isBytes = scripts !== undefined && scripts !== 'none';
  return { grants, scripts: isBytes ? Number(scripts) : scripts };
}

/** Allows each section what is said, and prints what it may from now on. @throws WrongUseError */
export async function allowEach(store: Store, names: readonly string[], change: AllowanceChange) {
  for (const name of names) {
    const allowance = await allow(store, name, change);
    const did = `allow ${name} ${describeAllowance(allowance) || 'nothing'}`;
    await appendAudit(store, { key: 'owner', did, outcome: 'done', section: name });
    console.log(sentenceOf(name, allowance));
  }
}

/** Takes all back from a section that no key opens any more; what is live goes on as its visitors have it. */
export async function takeBack(store: Store, name: string): Promise<void> {
  const [live] = (await readPointerOrLast(store, name)).ids;
  if (live) await sayWhatStays(store, name, 'stays live');
  else if ((await readAllowances(store))?.[name])
    await allowEach(store, [name], { grants: ['none'], scripts: 'none' });
}

/** Says what a section may still, if anything, and how that ends. */
export async function sayWhatStays(store: Store, name: string, why: string): Promise<void> {
  const allowed = describeAllowance((await readAllowances(store))?.[name]);
  if (allowed)
    console.log(
      `${name} ${why}, with what it may: ${allowed}. To end that: npm run keys -- allow ${name} --grant none --scripts none`,
    );
}

/** What a section may, as a sentence. */
export function sentenceOf(name: string, allowance: Allowance | undefined): string {
  return `${name} may: ${describeAllowance(allowance) || 'nothing but what all sections may'}.`;
}

/** Such as `connect=https://api.example.com, scripts 200,000 bytes`. */
export function describeAllowance({ origins, scripts }: Allowance = {}): string {
  const budget = scripts ? [`scripts ${scripts.toLocaleString('en')} bytes`] : [];
  return [...listOrigins(origins), ...budget].join(', ');
}
