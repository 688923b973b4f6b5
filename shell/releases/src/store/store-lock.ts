import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTree } from '../folder/files.ts';
import { ReleaseRefusedError } from '../release/errors.ts';
import { type Store, sectionFolder, shareLike } from './store.ts';

/**
 * Lets one process at a time change the releases of a name. The lock is one on an open file in the
 * section's own folder: a team needs no other right, and the system frees it when its holder is killed.
 * The file is never reached through a link and never written, so a team that exchanges it harms itself.
 * @throws ReleaseRefusedError when the folder may not be written, or the lock is not free in time.
 */
export async function withStoreLock<Result>(
  store: Store,
  name: string,
  change: (locked: Store) => Promise<Result>,
): Promise<Result> {
  const { remote } = store;
  if (!remote) {
    const lock = await takeLock(sectionFolder(store, name), name);
    return change(store).finally(() => lock.close());
  }
  const result = await remote.withLock(name, async (inside) => {
    await remote.pull(name);
    return change({ ...store, remote: inside });
  });
  // The change is committed; a replica that cannot follow now follows later.
  await remote.pull(name).catch(() => {});
  return result;
}

const timeoutMs = 30_000;
const askAgainMs = 100;

async function takeLock(folder: string, name: string): Promise<FileHandle> {
  const end = Date.now() + timeoutMs;
  try {
    await mkdir(folder, { recursive: true });
    while (Date.now() < end) {
      const lock = await tryLock(folder, path.join(folder, '.lock'));
      if (lock) return lock;
      await sleep(askAgainMs);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new ReleaseRefusedError(
        `You may not change ${name}: you need the right to write ${folder} and the lock in it.`,
      );
    throw error;
  }
  throw new ReleaseRefusedError(
    `Another process has been changing ${name} for half a minute. Wait until it has finished, and try again. \`fuser -v releases/${name}/.lock\` in DATA_DIR names it: end it, or take its right to that folder away and remove the lock.`,
  );
}

/** @returns nothing while another process has it */
async function tryLock(folder: string, file: string): Promise<FileHandle | undefined> {
  const handle = await openLock(folder, file);
  try {
    const own = await handle?.stat();
    const isPlain = own?.isFile() === true && own.nlink === 1;
    if (handle && own && isPlain && (await isLocked(handle))) {
      // Another process may have removed it meanwhile, and hold the one that is there now.
      const there = await lstat(file).catch(() => undefined);
      if (there?.ino === own.ino && there.dev === own.dev) return handle;
    }
    await handle?.close();
    // Refuses anything but a regular file with one name; a FIFO would block.
    if (own && !isPlain) await removeTree(file);
    return undefined;
  } catch (error) {
    await handle?.close();
    throw error;
  }
}

const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Flags by which other systems lock a file on opening (libuv's on Windows). */
const lockingFlag: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20, win32: 0x10000000 };
const openingFlags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | (lockingFlag[process.platform] ?? 0);

async function openLock(folder: string, file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, openingFlags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN' || code === 'EBUSY') return undefined;
    if (code === 'ELOOP' || code === 'EISDIR' || code === 'ENXIO') await removeTree(file);
    else if (code !== 'ENOENT') throw error;
  }
  try {
    const handle = await open(file, openingFlags | O_CREAT | O_EXCL, 0o644);
    await shareLike(folder, file);
    return handle;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
}

/** Node.js has no `flock` on Linux, so the system's command locks the file it is handed. */
async function isLocked({ fd }: FileHandle): Promise<boolean> {
  if (process.platform in lockingFlag) return true;
  const command = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  const [code] = await once(command, 'exit').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new ReleaseRefusedError(
      'The command flock is missing, by which releases are changed one at a time. It is part of util-linux: install that, and try again.',
    );
  });
  return code === 0;
}
