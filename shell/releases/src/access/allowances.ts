import type { Database } from '../ledger/sqlite.ts';
import { ReleaseRefusedError } from '../release/errors.ts';
import {
  type Allowance,
  allowanceSchema,
  listOrigins,
  originsSchema,
  readOrigins,
} from '../release/origins.ts';
import type { Store } from '../store/store.ts';

/** What the owner allows, as it is now; nothing where this is not known: a team may have releases alone. */
export async function readAllowances(store: Store): Promise<Record<string, Allowance> | undefined> {
  const { ledger, allowances } = store;
  if (!ledger) return allowances;
  const rows = await ledger.run<{ section: string; allowance: string }>(
    'SELECT section, allowance FROM allowances ORDER BY section',
  );
  // An invalid row allows nothing.
  return Object.fromEntries(
    rows.map(({ section, allowance }) => [section, parse(allowance)] as const),
  );
}

function parse(text: string): Allowance {
  try {
    return allowanceSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

const inMemory = new WeakMap<
  Database,
  { stamp: number; read: Promise<Record<string, Allowance>> }
>();

/**
 * The same from memory, as long as no other process has written: what the owner takes back ends with
 * the next document. A database that is away takes nothing.
 */
export async function readKnownAllowances(store: Store): Promise<Record<string, Allowance>> {
  const { ledger } = store;
  if (!ledger) return {};
  const known = inMemory.get(ledger);
  const stamp = ledger.stamp();
  if (known?.stamp === stamp) return known.read;
  const reading = readAllowances(store).then((all) => all ?? {});
  const read = reading.catch(() => known?.read ?? {});
  inMemory.set(ledger, { stamp, read });
  return read;
}

/** What an owner says of a section: more origins, none any more, another budget. */
export interface AllowanceChange {
  /** Such as `connect=https://api.example.com`, beside those it has; `none` takes those away. */
  grants: readonly string[];
  /** None is the budget that every section has. */
  scripts?: number | 'none' | undefined;
}

/** Allows a section what is said; all else stays. @returns what it may from now on @throws ReleaseRefusedError */
export async function allow(
  store: Store,
  section: string,
  { grants, scripts }: AllowanceChange,
): Promise<Allowance> {
  const before = (await readAllowances(store))?.[section] ?? {};
  const kept = grants.includes('none') ? [] : listOrigins(before.origins);
  const { data: origins } = originsSchema.safeParse(readOrigins([...kept, ...grants]));
  if (!origins)
    throw new ReleaseRefusedError(
      `${section} would reach more origins than the twelve that a section may. Begin anew with: npm run keys -- allow ${section} --grant none --grant <use=origin>`,
    );
  const budget = scripts ?? before.scripts ?? 'none';
  const allowance: Allowance = {
    ...(listOrigins(origins).length > 0 ? { origins } : {}),
    ...(budget === 'none' ? {} : { scripts: budget }),
  };
  if (Object.keys(allowance).length > 0)
    await store.ledger?.run(
      `INSERT INTO allowances (section, allowance) VALUES ($1, $2)
      ON CONFLICT (section) DO UPDATE SET allowance = excluded.allowance`,
      [section, JSON.stringify(allowance)],
    );
  else await store.ledger?.run('DELETE FROM allowances WHERE section = $1', [section]);
  if (store.ledger) inMemory.delete(store.ledger);
  return allowance;
}
