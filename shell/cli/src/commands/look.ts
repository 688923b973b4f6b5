import { writeFile } from 'node:fs/promises';
import { refuse } from '@portfolio/releases/release/errors.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { parseRef, type Release } from '@portfolio/releases/release/release.ts';
import { type Store, storeIn } from '@portfolio/releases/store/store.ts';
import type { Browser } from 'playwright';
import type { Patience } from '../browser/hangs-beside.ts';
import { inTime } from '../browser/in-time.ts';
import { readSettings } from '../project.ts';
import type { Usage } from '../usage.ts';

/** What was seen of a release that is said to fail. The server reads it as JSON. */
type Sight =
  | { saw: 'faults'; faults: string[] }
  | { saw: 'nothing' }
  | { saw: 'unclear'; why: string }
  | { saw: 'no browser'; why: string };

/**
 * `portfolio look <failing> <before>`: for the server, which runs no code of a section itself. The
 * release before is looked at in between: what fails with it as well is no fault of the release's.
 */
export function define(command: Usage): void {
  command
    .argument('<failing>', 'such as home@0123456789ab')
    .argument('<before>', 'the release before it')
    .action(look);
}

async function look(failing: string, before: string): Promise<void> {
  // Where there is too little memory, this goes before the server does.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  const store = storeIn(readSettings().DATA_DIR);
  const sight = await lookAt(store, await find(store, failing), await find(store, before));
  console.log(JSON.stringify(sight));
}

async function find(store: Store, text: string): Promise<Release> {
  const { name, id } = parseRef(text) ?? { name: text, id: '' };
  const release = await readRelease(store, name, id);
  if (!release) throw refuse.noRelease(name, id);
  return release;
}

/** The times of a look; tests have shorter ones. */
interface LookTimes extends Patience {
  /** How long a page may take in the first look. */
  pageMs: number;
  /** How long all of it may take. */
  allMs: number;
}

/** The server waits for three minutes. */
const usualTimes: LookTimes = {
  pageMs: 15_000,
  leastMs: 15_000,
  otherMs: 15_000,
  allMs: 120_000,
};

/** What a browser of its own shows, which does not outlive it: a page may work without an end. */
export async function lookAt(
  store: Store,
  failing: Release,
  before: Release,
  times = usualTimes,
): Promise<Sight> {
  const { browserOptions, findBrowser } = await import('../browser/find-browser.ts');
  if (!findBrowser()) return { saw: 'no browser', why: 'there is none here' };
  const { chromium } = await import('playwright');
  let browser: Browser;
  try {
    browser = await chromium.launch(browserOptions());
  } catch (error) {
    return { saw: 'no browser', why: `it cannot be started: ${firstLine(error)}` };
  }
  let sight: Sight = { saw: 'unclear', why: 'the look did not end' };
  const looking = compare(browser, store, failing, before, times).then((seen) => {
    sight = seen;
  });
  try {
    await inTime(times.allMs, looking);
    return sight;
  } catch (error) {
    return { saw: 'unclear', why: firstLine(error) };
  } finally {
    // One that does not close by itself is killed.
    await browser.close();
  }
}

async function compare(
  browser: Browser,
  store: Store,
  failing: Release,
  before: Release,
  times: LookTimes,
): Promise<Sight> {
  const { inspectPages } = await import('../browser/inspect-pages.ts');
  const { unknownPath } = await import('../browser/inspected-site.ts');
  // A section must not be able to take the shell down, so a shell is looked at without any.
  const only = failing.name === 'shell' ? [unknownPath] : undefined;
  const look = { ...(only ? { only } : {}), patienceMs: times.pageMs };
  const faultsOf = async (release: Release) =>
    ((await inspectPages(browser, store, release, look)) ?? []).map((fault) => fault.slice(0, 300));

  const first = await faultsOf(failing);
  const [fault] = first;
  if (!fault) return { saw: 'nothing' };
  const [otherFault] = await faultsOf(before);
  if (otherFault)
    return { saw: 'unclear', why: `the release before fails here as well: ${otherFault}` };
  const slow: Sight = { saw: 'unclear', why: `it may be slow only: ${fault}` };
  if (first.every((each) => couldBeSlowness.test(each))) {
    const { hangsBeside } = await import('../browser/hangs-beside.ts');
    const hangs = await hangsBeside(browser, store, [failing, before], times, only?.[0]);
    return hangs ? { saw: 'faults', faults: [...first.slice(0, 4), besideIt] } : slow;
  }
  const again = await faultsOf(failing);
  const certain = again.filter((each) => !couldBeSlowness.test(each));
  return certain.length > 0 ? { saw: 'faults', faults: certain.slice(0, 5) } : slow;
}

const besideIt =
  'opened twice beside the release before, it was not ready in three times the time that one took';

/**
 * What the page of a good release shows on a machine that has too much to do. Strangers can give it
 * too much to do, so by itself this proves nothing.
 */
const couldBeSlowness =
  /shows no heading|does not get its app running|does not come to rest|cannot be opened|No answer in|time[d ]*-?out|net::ERR_|dynamically imported module| failed$/i;

function firstLine(error: unknown): string {
  return String((error as Error).message).split('\n')[0] ?? '';
}
