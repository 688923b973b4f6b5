import { writeFile } from 'node:fs/promises';
import { readRelease } from '@portfolio/releases/read-release.ts';
import { parseRef, type Release } from '@portfolio/releases/release.ts';
import { refuse } from '@portfolio/releases/release-errors.ts';
import { type Store, storeIn } from '@portfolio/releases/store.ts';
import type { Browser } from 'playwright';
import { readSettings } from '../project.ts';

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
export async function look(failing: string, before: string): Promise<void> {
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

async function lookAt(store: Store, failing: Release, before: Release): Promise<Sight> {
  const { browserOptions, findBrowser } = await import('../browser.ts');
  if (!findBrowser()) return { saw: 'no browser', why: 'there is none here' };
  const { chromium } = await import('playwright');
  let browser: Browser;
  try {
    browser = await chromium.launch(browserOptions());
  } catch (error) {
    return { saw: 'no browser', why: `it cannot be started: ${firstLine(error)}` };
  }
  try {
    return await compare(browser, store, failing, before);
  } catch (error) {
    return { saw: 'unclear', why: firstLine(error) };
  } finally {
    await browser.close();
  }
}

async function compare(
  browser: Browser,
  store: Store,
  failing: Release,
  before: Release,
): Promise<Sight> {
  const { inspectPages, unknownPath } = await import('../deploy/inspect-pages.ts');
  // A section must not be able to take the shell down, so a shell is looked at without any.
  const only = failing.name === 'shell' ? [unknownPath] : undefined;
  const faultsOf = async (release: Release) =>
    ((await inspectPages(browser, store, release, only)) ?? []).map((fault) => fault.slice(0, 300));

  const first = await faultsOf(failing);
  if (first.length === 0) return { saw: 'nothing' };
  const others = await faultsOf(before);
  if (others.length > 0)
    return { saw: 'unclear', why: `the release before fails here as well: ${others[0]}` };
  const again = await faultsOf(failing);
  const certain = again.filter((fault) => !couldBeSlowness.test(fault));
  if (certain.length > 0 && first.some((fault) => !couldBeSlowness.test(fault)))
    return { saw: 'faults', faults: certain.slice(0, 5) };
  return { saw: 'unclear', why: `it may be slow only: ${first[0]}` };
}

/**
 * What the page of a good release shows on a machine that has too much to do. Strangers can give it
 * too much to do, so this proves nothing.
 */
const couldBeSlowness =
  /shows no heading|does not get its app running|cannot be opened|No answer in|time[d ]*-?out|net::ERR_|dynamically imported module| failed$/i;

function firstLine(error: unknown): string {
  return String((error as Error).message).split('\n')[0] ?? '';
}
