import type { Steps } from '../database/database.ts';
import {
  type Allowance,
  listOrigins,
  mostOrigins,
  originsSchema,
  readOrigins,
} from '../release/origins.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { appendLog } from './audit-log.ts';
import { changeSite, readUntilChanged, type Store } from './store.ts';
import { writeRow } from './write-row.ts';

export type Allowances = Readonly<Record<string, Allowance>>;

type AllowanceRow = { section: string; allowance: string };

/** Reads the allowances from this machine's copy. */
export const readAllowances = readUntilChanged((local): Allowances => {
  const rows = local.read<AllowanceRow>(
    'SELECT section, allowance FROM allowances ORDER BY section',
  );
  return Object.fromEntries(rows.map((row) => [row.section, parseAllowance(row.allowance)]));
});

/** A damaged row allows nothing. */
function parseAllowance(text: string): Allowance {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Within a transaction: reads the allowance of a section. */
export function* allowanceInside(section: string): Steps<Allowance> {
  const [row] = yield ['SELECT allowance FROM allowances WHERE section = $1', [section]];
  return row ? parseAllowance(String(row.allowance)) : {};
}

/** Within a transaction: replaces the allowance of a section. */
export function* writeAllowance(section: string, allowance: Allowance): Steps<void> {
  const isNothing = Object.keys(allowance).length === 0;
  if (isNothing) yield ['DELETE FROM allowances WHERE section = $1', [section]];
  else yield writeRow('allowances', { section, allowance: JSON.stringify(allowance) });
}

export interface AllowanceChange {
  /** Further origins such as `connect=https://api.example.com`; `none` removes all earlier ones. */
  grants?: readonly string[] | undefined;
  /** `none` restores the usual budget. */
  scripts?: number | 'none' | undefined;
}

/**
 * Changes the allowance of a section, and logs it.
 * @returns the new allowance
 * @throws ReleaseRefusedError
 */
export async function allow(
  store: Store,
  section: string,
  change: AllowanceChange,
): Promise<Allowance> {
  return changeSite(store, function* () {
    const allowance = changeAllowance(yield* allowanceInside(section), change);
    if (listOrigins(allowance.origins).length > mostOrigins)
      throw new ReleaseRefusedError(
        `${section} would reach more origins than the twelve that a section may. Begin anew with: npx portfolio keys allow ${section} --grant none --grant <use=origin>`,
      );
    yield* writeAllowance(section, allowance);
    const did = `allow ${section} ${describeAllowance(allowance) || 'nothing'}`;
    yield* appendLog({ key: 'owner', did, section });
    return allowance;
  });
}

/** @throws ReleaseRefusedError if an origin cannot be granted */
function changeAllowance(before: Allowance, { grants = [], scripts }: AllowanceChange): Allowance {
  const added = readOrigins(grants.filter((each) => each !== 'none'));
  const { error } = originsSchema.safeParse(added);
  if (error) throw new ReleaseRefusedError(`This cannot be granted: ${error.issues[0]?.message}.`);
  const kept = grants.includes('none') ? [] : listOrigins(before.origins);
  const all = [...kept, ...listOrigins(added)];
  const budget = scripts ?? before.scripts ?? 'none';
  const allowance: Allowance = {};
  if (all.length > 0) allowance.origins = readOrigins(all);
  if (budget !== 'none') allowance.scripts = budget;
  return allowance;
}

/** Formats an allowance, such as `connect=https://api.example.com, scripts 200,000 bytes`; empty for none. */
export function describeAllowance({ origins, scripts }: Allowance = {}): string {
  const budget = scripts ? [`scripts ${scripts.toLocaleString('en')} bytes`] : [];
  return [...listOrigins(origins), ...budget].join(', ');
}
