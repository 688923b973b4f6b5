import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { providedVersions } from '../../../rspack.shared.ts';
import { build } from './build.ts';
import { passGate } from './gate.ts';
import { readPointer, syncFolder, writePointer } from './live-pointer.ts';
import type { Release } from './release.ts';
import { seal } from './seal.ts';
import { makeStagingFolder, readRelease, releaseFolder, type Store } from './store.ts';
import { withStoreLock } from './store-lock.ts';

const run = promisify(execFile);

interface Order {
  name: string;
  /** The folder with its `package.json` and `rspack.config.ts`. */
  source: string;
  /** Released, but not live. */
  isPreview?: boolean;
}

/**
 * Builds, checks and releases a section or the shell; live at once unless it is a preview.
 * @throws ReleaseRefusedError; nothing has changed then.
 */
export async function deploy(store: Store, order: Order): Promise<Release> {
  const { name, source } = order;
  const staging = await makeStagingFolder(store);
  try {
    const entry = await build(name, source, staging);
    await passGate(name, staging);
    const release: Release = {
      ...(await seal(staging)),
      name,
      entry,
      createdAt: new Date().toISOString(),
      commit: await readCommit(source),
      ...(await readContract(name, source)),
    };
    await publish(store, release, staging);
    if (!order.isPreview) await goLive(store, release);
    return (await readRelease(store, name, release.id)) ?? release;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Puts a release first in its name's pointer; the one that was live becomes the one before. */
async function goLive(store: Store, { name, id }: Release): Promise<void> {
  await withStoreLock(store, async () => {
    const ids = await readPointer(store, name);
    if (ids[0] !== id) await writePointer(store, name, [id, ...ids.filter((old) => old !== id)]);
  });
}

/** The folder appears whole, by one rename; the same content deployed again is the same release. */
async function publish(store: Store, release: Release, staging: string): Promise<void> {
  const { name, id } = release;
  if (await readRelease(store, name, id)) return;
  await writeFile(path.join(staging, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  const folder = releaseFolder(store, name, id);
  await withStoreLock(store, async () => {
    if (await readRelease(store, name, id)) return;
    await mkdir(path.dirname(folder), { recursive: true });
    await rename(staging, folder);
    await syncFolder(path.dirname(folder));
  });
}

async function readContract(name: string, source: string) {
  if (name === 'shell') return { requires: {}, provides: providedVersions() };
  const manifest = await import(path.join(source, 'package.json'), { with: { type: 'json' } });
  return { requires: manifest.default.peerDependencies as Record<string, string> };
}

async function readCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
    const changes = await run('git', ['status', '--porcelain', '--', '.'], { cwd: folder });
    return stdout.trim() + (changes.stdout ? '+' : '');
  } catch {
    return '';
  }
}
