import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { noRelease } from '@portfolio/releases/release/errors.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import { parseRef, type Release } from '@portfolio/releases/release/release.ts';
import { type Store, storeIn } from '@portfolio/releases/store/store.ts';
import type { Session } from '../browser/session.ts';
import { readSettings } from '../project.ts';
import type { Usage } from '../usage.ts';

/** What was seen of a release that is said to fail: without faults nothing is proven. The server reads it as JSON. */
interface Sight {
  faults: string[];
  why: string;
}

/** How long a page may take, and all of a look; the server waits for three minutes. */
const usual = { pageMs: 15_000, allMs: 120_000, say: (line: string) => console.error(line) };

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
  // When memory runs out, the system kills this process before the server.
  await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  const store = storeIn(readSettings().DATA_DIR);
  const sight = await lookAt(store, await find(store, failing), await find(store, before));
  console.log(JSON.stringify(sight));
}

async function find(store: Store, text: string): Promise<Release> {
  const { name, id } = parseRef(text) ?? { name: text, id: '' };
  const release = await readRelease(store, name, id);
  if (!release) throw noRelease(name, id);
  return release;
}

/** Inspects in a browser of its own and closes it after that, since a page may work endlessly. */
export async function lookAt(
  store: Store,
  failing: Release,
  before: Release,
  { pageMs, allMs, say } = usual,
): Promise<Sight> {
  const { findBrowser } = await import('../browser/find-browser.ts');
  if (!findBrowser()) return unproven('no browser looked at it: there is none here');
  const { startSession } = await import('../browser/session.ts');
  const started = await startSession().catch(({ message }: Error) => message);
  if (typeof started === 'string') return unproven(`no browser looked at it: ${started}`);
  await using session = started;
  if (session.unsandboxed) say(session.unsandboxed);
  try {
    const late = unclear('the look did not end');
    return await Promise.race([
      compare(session, store, failing, before, pageMs),
      sleep(allMs, late, { ref: false }),
    ]);
  } catch (error) {
    return unclear((error as Error).message.split('\n')[0] ?? '');
  }
}

function unproven(why: string): Sight {
  return { faults: [], why };
}

function unclear(why: string): Sight {
  return unproven(`a browser proves nothing: ${why}`);
}

/** Only a broken page proves a fault: a late one may be due to load, which anyone can cause. */
async function compare(
  session: Session,
  store: Store,
  failing: Release,
  before: Release,
  timeoutMs: number,
): Promise<Sight> {
  const { inspectRelease } = await import('../browser/inspect.ts');
  // A shell is inspected without sections, so that none can take it down.
  const options = { timeoutMs, isShellAlone: failing.name === 'shell' };
  const faultsOf = async (release: Release) =>
    (await inspectRelease(session, store, release, options)) ?? [];

  const [first, ...others] = await faultsOf(failing);
  if (!first) return unproven('in a browser it opens');
  const [otherFault] = await faultsOf(before);
  if (otherFault) return unclear(`the release before fails here as well: ${otherFault.text}`);
  const isBroken = [first, ...others].some(({ kind }) => kind === 'broken');
  const again = isBroken ? await faultsOf(failing) : [];
  const certain = again.filter(({ kind }) => kind === 'broken');
  if (certain.length === 0) return unclear(`it hangs, or is slow only: ${first.text}`);
  const faults = certain.slice(0, 5).map(({ text }) => text.slice(0, 300));
  return { faults, why: 'it fails in a browser' };
}
