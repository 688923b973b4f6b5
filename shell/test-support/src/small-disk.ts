import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stopLater } from './stop-later.ts';
import { temporaryFolder } from './temporary-store.ts';

const ballasts = ['1M', '64k', '4k', '1k', '1'];

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** Mounts a disk of 16 MB (ext4 in a file, by a loop device) that can be filled and emptied. */
export function mountSmallDisk() {
  const home = temporaryFolder();
  const image = path.join(home, 'image');
  const folder = path.join(home, 'disk');
  const ballast = path.join(folder, 'ballast');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  // Disks above 512 MB have blocks of 4 kB, a memory page. With the 1 kB of smaller ones SQLite's shared memory
  // file has holes, and a full disk ends the process with a bus error.
  const isMade = spawnSync('mkfs.ext4', ['-q', '-m', '0', '-b', '4096', image]).status === 0;
  const isMounted = isMade && spawnSync('mount', ['-o', 'loop', image, folder]).status === 0;
  if (!isMounted) throw new Error('No disk can be mounted here.');
  return stopLater({
    folder,
    fill() {
      for (const block of ballasts) {
        const options = ['if=/dev/zero', `of=${ballast}-${block}`, `bs=${block}`, 'count=10000'];
        spawnSync('dd', [...options, 'conv=fsync']);
      }
    },
    empty() {
      for (const block of ballasts) rmSync(`${ballast}-${block}`);
    },
    stop: () => execFileSync('umount', [folder]),
  });
}
