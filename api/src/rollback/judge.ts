import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { faultsOfFiles } from '@portfolio/releases/live/live-release.ts';
import { unmetBy } from '@portfolio/releases/live/live-set.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import type { Release } from '@portfolio/releases/release/release.ts';
import { dataDirOf, listNames, type Store } from '@portfolio/releases/store/store.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { nameOf } from './follow-visits.ts';

/**
 * What the server found when it looked for itself: which release to go back to, or why it stays. Without
 * faults what visitors say is not confirmed.
 */
export type Verdict = { faults: readonly string[] } & ({ before: string } | { why: string });

/**
 * Looks at a release that visitors could not use, since what they say can be forged: at its files by
 * their hashes, and where there is a browser at its page. The release before is held to the same: what
 * it shares is no fault of this one, and another one that fails helps no visitor.
 * @param id of the release before, which is the next one in the pointer
 */
export async function judge(
  store: Store,
  ref: ReleaseRef,
  id: string | undefined,
  signal: AbortSignal,
  log: Log,
): Promise<Verdict> {
  const faults = await faultsOfFiles(store, ref);
  const before = await findWayBack(store, ref.name, id);
  if (typeof before === 'string')
    return { faults, why: faults.length > 0 ? before : `its files are whole, and ${before}` };
  if (faults.length > 0) return { faults, before: before.id };
  const sight = await lookInBrowser(dataDirOf(store), [ref, before], signal, log);
  if (sight.faults.length > 0) return { faults: sight.faults, before: before.id };
  return { faults, why: `its files are whole, and ${sight.why}` };
}

/** The release before, or why there is no going back to it. */
async function findWayBack(
  store: Store,
  name: string,
  id: string | undefined,
): Promise<Release | string> {
  const before = id && (await readRelease(store, name, id));
  if (!before) return 'there is no release before it';
  const [fault] = await faultsOfFiles(store, before);
  if (fault) return `of the release before, ${fault}`;
  // Whether a section suits the shell is seen in the browser; a shell has to suit every section.
  const sections = name === 'shell' ? await listNames(store) : [];
  for (const section of sections.filter((each) => each !== 'shell')) {
    const [live] = await readPointer(store, section).catch(() => []);
    const release = live && (await readRelease(store, section, live));
    const [unmet] = release ? unmetBy(before, release) : [];
    if (unmet)
      return `the shell before does not provide ${unmet.name} ${unmet.range} to ${section}`;
  }
  return before;
}

/** The command that opens releases in a browser; the package that brings it declares it as its bin. */
const verifier = 'portfolio';

/** A look ends itself after two minutes; its browser has half a minute each to start and to close. */
const deadlineMs = 3 * 60_000;
/** How long it may take to close its browser. */
const closingMs = 2000;

const unseen = 'no browser looked at it';

/** The child's whole environment: it opens pages of sections, so it gets no password and no key. */
const given = ['PATH', 'HOME', 'TMPDIR', 'PLAYWRIGHT_CHROMIUM', 'PLAYWRIGHT_BROWSERS_PATH'];

/** What a browser showed of a release: without faults nothing is proven. */
const sightSchema = z.object({ faults: z.array(z.string()), why: z.string() });

/**
 * Has a command of its own process open a release in a browser: no code of a section runs in the
 * server's, and the server neither imports a browser nor knows where the command lies.
 */
async function lookInBrowser(
  dataDir: string,
  refs: readonly ReleaseRef[],
  closing: AbortSignal,
  log: Log,
): Promise<z.infer<typeof sightSchema>> {
  const command = findCommand(verifier);
  if (!command) return { faults: [], why: `${unseen}: no command line is here` };
  const signal = AbortSignal.any([closing, AbortSignal.timeout(deadlineMs)]);
  signal.throwIfAborted();
  const env = Object.fromEntries(given.map((name) => [name, process.env[name]]));
  const args = [command, 'look', ...refs.map(nameOf)];
  const running = promisify(execFile)(process.execPath, args, {
    env: { ...env, DATA_DIR: dataDir },
    signal,
  });
  const { child } = running;
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
  const said = await running.catch((error: Error & { stdout: string; stderr: string }) => error);
  // A command that was ended closes its browser first, or is gone and its browser with it.
  setTimeout(() => child.kill('SIGKILL'), closingMs).unref();
  const complained = said.stderr.trim();
  if (complained) log.warn({ said: complained.slice(0, 1000) }, 'The look in a browser said');
  return readSight(said.stdout, complained);
}

/** The file of a command, where npm puts those of packages: in the nearest folder that has it. */
function findCommand(name: string, folder = import.meta.dirname): string | undefined {
  const file = path.join(folder, 'node_modules/.bin', name);
  if (existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findCommand(name, parent);
}

function readSight(said: string, complained: string) {
  try {
    return sightSchema.parse(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
  } catch {
    // On a machine that only serves, the command line lacks its packages.
    const isLacking = complained.includes('ERR_MODULE_NOT_FOUND');
    const why = isLacking
      ? `${unseen}: the command line is not installed here`
      : `a browser proves nothing: ${complained.split('\n')[0] || 'the look did not end'}`;
    return { faults: [], why };
  }
}
