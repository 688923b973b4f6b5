import type { Steps } from '../database/database.ts';
import {
  type Allowance,
  listOrigins,
  mostOrigins,
  type Origins,
  originsSchema,
  readOrigins,
} from '../release/origins.ts';
import { ReleaseRefusedError } from '../release/release-errors.ts';
import { appendLog } from './audit-log.ts';
import { changeSite, readUntilChanged, type Store } from './store.ts';

/** By section what the owner allows it beyond what all sections may. */
export type Allowances = Readonly<Record<string, Allowance>>;

type Grant = {
  section: string;
  /** A use of an origin, or `scripts` for a number of bytes. */
  kind: string;
  value: string;
};

/** What the owner allows now, by this machine. */
export const readAllowances = readUntilChanged(
  (local): Allowances => allowancesOf(local.read<Grant>('SELECT section, kind, value FROM grants')),
);

function allowancesOf(grants: readonly Grant[]): Allowances {
  const bySection = Map.groupBy(grants, ({ section }) => section);
  const each = [...bySection].map(([section, own]) => [section, allowanceOf(own)] as const);
  return Object.fromEntries(each.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function allowanceOf(grants: readonly Grant[]): Allowance {
  const allowance: Allowance = {};
  const origins = readOrigins(grants.map(({ kind, value }) => `${kind}=${value}`));
  if (listOrigins(origins).length > 0) allowance.origins = origins;
  const scripts = grants.find(({ kind }) => kind === 'scripts');
  if (scripts) allowance.scripts = Number(scripts.value);
  return allowance;
}

/** Within a transaction: what a section may. */
export function* allowanceInside(section: string): Steps<Allowance> {
  const rows = yield ['SELECT section, kind, value FROM grants WHERE section = $1', [section]];
  return allowanceOf(rows as Grant[]);
}

/** What an owner says of a section. */
export interface AllowanceChange {
  /** Such as `connect=https://api.example.com`, beside those it has; `none` takes all away first. */
  grants?: readonly string[] | undefined;
  /** `none` is the budget that every section has. */
  scripts?: number | 'none' | undefined;
}

/**
 * Allows a section what is said, with the line of the log; all else stays.
 * @returns what it may from now on
 * @throws ReleaseRefusedError
 */
export async function allow(
  store: Store,
  section: string,
  change: AllowanceChange,
): Promise<Allowance> {
  return changeSite(store, function* () {
    yield* changeGrants(section, change);
    const allowance = yield* allowanceInside(section);
    if (Object.values(allowance.origins ?? {}).flat().length > mostOrigins)
      throw new ReleaseRefusedError(
        `${section} would reach more origins than the twelve that a section may. Begin anew with: npm run keys -- allow ${section} --grant none --grant <use=origin>`,
      );
    const did = `allow ${section} ${describeAllowance(allowance) || 'nothing'}`;
    yield* appendLog({ key: 'owner', did, outcome: 'done', section });
    return allowance;
  });
}

/** Within a transaction: each grant is a row of its own, so that two changes at once both count. */
export function* changeGrants(
  section: string,
  { grants = [], scripts }: AllowanceChange,
): Steps<void> {
  if (grants.includes('none'))
    yield [`DELETE FROM grants WHERE section = $1 AND kind <> 'scripts'`, [section]];
  for (const each of listOrigins(readGrants(grants))) {
    const [, kind = '', value = ''] = /^(\w+)=(.*)$/.exec(each) ?? [];
    yield [
      'INSERT INTO grants (section, kind, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [section, kind, value],
    ];
  }
  if (scripts === undefined) return;
  yield [`DELETE FROM grants WHERE section = $1 AND kind = 'scripts'`, [section]];
  if (scripts !== 'none')
    yield [
      `INSERT INTO grants (section, kind, value) VALUES ($1, 'scripts', $2)`,
      [section, String(scripts)],
    ];
}

/** @throws ReleaseRefusedError */
function readGrants(grants: readonly string[]): Origins {
  const { data, error } = originsSchema.safeParse(
    readOrigins(grants.filter((each) => each !== 'none')),
  );
  if (data) return data;
  throw new ReleaseRefusedError(`This cannot be granted: ${error.issues[0]?.message}.`);
}

/** Such as `connect=https://api.example.com, scripts 200,000 bytes`; empty for nothing. */
export function describeAllowance({ origins, scripts }: Allowance = {}): string {
  const budget = scripts ? [`scripts ${scripts.toLocaleString('en')} bytes`] : [];
  return [...listOrigins(origins), ...budget].join(', ');
}
