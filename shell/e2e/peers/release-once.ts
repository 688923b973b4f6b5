import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runPinned } from './run-pinned.ts';

/** Builds and releases everything once; every site of a journey starts from a copy of that store. */
export default async function releaseOnce() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-journeys-'));
  process.env.RELEASED_DATA_DIR = dataDir;
  runPinned(['api/commands/release-changed.ts'], { DATA_DIR: dataDir });
  return () => rm(dataDir, { recursive: true, force: true });
}

/** Puts a copy of what was released, that store or another, into a folder. */
export function copyReleased(
  dataDir: string,
  released = String(process.env.RELEASED_DATA_DIR),
): Promise<void> {
  return cp(released, dataDir, { recursive: true });
}
