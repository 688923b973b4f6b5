import type { Browser } from 'playwright';
import type { RunningColumn } from '../variants/variants.ts';
import { type Load, measureDepth, measureVisits } from './measure-load.ts';
import { medians } from './median.ts';
import type { Profile } from './profiles.ts';

/** What came out for one page of one variant under one profile. */
export interface Result {
  variant: RunningColumn['name'];
  page: string;
  profile: Profile['name'];
  first: Load;
  second: Load;
  depth: number;
}

interface Plan {
  pages: readonly string[];
  profiles: readonly Profile[];
  runs: number;
}

/**
 * Loads every page of every variant so many times. The variants take turns, so that whatever else
 * the machine does in the meantime meets all of them.
 */
export async function measureLoads(
  browser: Browser,
  variants: readonly RunningColumn[],
  otherSite: string,
  { pages, profiles, runs }: Plan,
): Promise<Result[]> {
  const results: Result[] = [];
  const linkTo = (url: string, page: string) => ({ from: otherSite, to: `${url}/${page}` });
  for (const page of pages) {
    const depths = new Map<string, number>();
    for (const { name, url } of variants)
      depths.set(name, await measureDepth(browser, linkTo(url, page)));
    for (const profile of profiles) {
      const visits = new Map(variants.map(({ name }) => [name, [] as Visit[]]));
      const count = runs * profile.visitsPerRun;
      for (let run = 0; run < count; run += 1) {
        console.log(`/${page}, ${profile.name}, run ${run + 1} of ${count}`);
        // None is always the first.
        const start = run % variants.length;
        for (const { name, url } of [...variants.slice(start), ...variants.slice(0, start)])
          visits.get(name)?.push(await measureVisits(browser, linkTo(url, page), profile));
      }
      for (const { name } of variants) {
        const all = visits.get(name) ?? [];
        results.push({
          variant: name,
          page,
          profile: profile.name,
          first: medians(all.map(({ first }) => first)),
          second: medians(all.map(({ second }) => second)),
          depth: depths.get(name) ?? 0,
        });
      }
    }
  }
  return results;
}

type Visit = Awaited<ReturnType<typeof measureVisits>>;
