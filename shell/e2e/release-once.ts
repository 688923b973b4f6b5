import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '../..');

/** Builds and releases everything once; every site of a journey starts from a copy of that store. */
export default async function releaseOnce() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-journeys-'));
  process.env.RELEASED_DATA_DIR = dataDir;
  runPinned(['api/commands/release-changed.ts'], { DATA_DIR: dataDir });
  return () => rm(dataDir, { recursive: true, force: true });
}

/** Runs one of the project's commands on the pinned Node.js, as its npm script would. */
export function runPinned(args: readonly string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    // What commands print is read here: without colours.
    env: { ...process.env, FORCE_COLOR: '0', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
