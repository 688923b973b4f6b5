import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { z } from 'zod';
import type { Log } from '../log.ts';

/** The command that opens releases in a browser; the package that brings it declares it as its bin. */
const verifier = 'portfolio';

/** A look ends itself after two minutes; its browser has half a minute each to start and to close. */
const deadlineMs = 3 * 60_000;
/** How long it may take to close its browser. */
const closingMs = 2000;

const sight = z.discriminatedUnion('saw', [
  z.object({ saw: z.literal('faults'), faults: z.array(z.string()).min(1) }),
  z.object({ saw: z.literal('nothing') }),
  z.object({ saw: z.literal('unclear'), why: z.string() }),
  z.object({ saw: z.literal('no browser'), why: z.string() }),
]);

/** What a browser showed of a release. */
export type Sight = z.infer<typeof sight>;

/** The child's whole environment: it opens pages of sections, so it gets no password and no key. */
const given = [
  'PATH',
  'HOME',
  'TMPDIR',
  'PLAYWRIGHT_CHROMIUM',
  'PLAYWRIGHT_BROWSERS_PATH',
] as const;

/**
 * Has a command of its own process open a release in a browser: no code of a section runs in the
 * server's, and the server neither imports a browser nor knows where the command lies.
 */
export async function lookInBrowser(
  dataDir: string,
  [failing, before]: readonly [ReleaseRef, ReleaseRef],
  signal: AbortSignal,
  log: Log,
): Promise<Sight> {
  const command = findCommand(verifier);
  if (!command) return { saw: 'no browser', why: 'no command line is here' };
  signal.throwIfAborted();
  const refs = [failing, before].map(({ name, id }) => `${name}@${id}`);
  const child = spawn(process.execPath, [command, 'look', ...refs], {
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Its browser is closed by it, or closes when it is gone.
  const end = () => {
    child.kill('SIGTERM');
    killing = setTimeout(() => child.kill('SIGKILL'), closingMs);
  };
  let killing: NodeJS.Timeout | undefined;
  const timer = setTimeout(end, deadlineMs);
  signal.addEventListener('abort', end);
  try {
    await once(child, 'spawn');
    child.on('error', () => {});
    os.setPriority(Number(child.pid), os.constants.priority.PRIORITY_LOW);
    const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (complained) log.warn({ said: complained.slice(0, 1000) }, 'The look in a browser said');
    return readSight(said, complained);
  } catch (error) {
    return { saw: 'unclear', why: (error as Error).message };
  } finally {
    clearTimeout(timer);
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}

/** The file of a command, where npm puts those of packages: in the nearest folder that has it. */
function findCommand(name: string, folder = import.meta.dirname): string | undefined {
  const file = path.join(folder, 'node_modules/.bin', name);
  if (existsSync(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findCommand(name, parent);
}

function environment(dataDir: string): Record<string, string> {
  const own = given.map((name) => [name, process.env[name]] as const);
  const entries = own.filter((entry): entry is [(typeof given)[number], string] => !!entry[1]);
  return { ...Object.fromEntries(entries), DATA_DIR: dataDir };
}

function readSight(said: string, complained: string): Sight {
  try {
    return sight.parse(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
  } catch {
    // On a machine that only serves, the command line lacks its packages.
    const isLacking = complained.includes('ERR_MODULE_NOT_FOUND');
    return isLacking
      ? { saw: 'no browser', why: 'the command line is not installed here' }
      : { saw: 'unclear', why: complained.trim().split('\n')[0] || 'the look did not end' };
  }
}
