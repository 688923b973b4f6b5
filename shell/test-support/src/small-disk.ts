import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopLater } from './stop-later.ts';

const ballasts = ['1M', '64k', '4k', '1k', '1'];

/**
 * A disk of 16 MB (ext4 in a file, mounted by a loop device) that can be filled and emptied, and
 * whose power can be cut.
 * @returns undefined where the rights to mount are missing.
 */
export function mountSmallDisk() {
  const home = mkdtempSync(path.join(tmpdir(), 'portfolio-disk-'));
  const image = path.join(home, 'image');
  const folder = path.join(home, 'disk');
  const ballast = path.join(folder, 'ballast');
  const copy = path.join(home, 'copy');
  const afterCut = path.join(home, 'after-cut');
  mkdirSync(folder);
  mkdirSync(afterCut);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  // Blocks of a memory page, as every disk above 512 MB has them. With the 1 kB blocks of a small
  // one SQLite's shared memory file has holes, and on a full disk the process ends with a bus error.
  const isMade = spawnSync('mkfs.ext4', ['-q', '-m', '0', '-b', '4096', image]).status === 0;
  const isMounted = isMade && mount('loop,commit=300', image, folder);
  if (!isMounted) {
    rmSync(home, { recursive: true });
    console.info('No rights to mount a disk: what fills one or cuts its power is skipped.');
    return undefined;
  }
  return stopLater({
    folder,
    /** Leaves not one block. */
    fill() {
      for (const block of ballasts) {
        const options = ['if=/dev/zero', `of=${ballast}-${block}`, `bs=${block}`, 'count=10000'];
        spawnSync('dd', [...options, 'conv=fsync']);
      }
    },
    empty() {
      for (const block of ballasts) rmSync(`${ballast}-${block}`);
    },
    /** @returns the folder as it would be found if the power had been cut at this moment. */
    cutPower(): string {
      copyFileSync(image, copy);
      if (!mount('loop', copy, afterCut)) throw new Error('The copied disk cannot be mounted.');
      return afterCut;
    },
    stop() {
      spawnSync('umount', [afterCut]);
      execFileSync('umount', [folder]);
      rmSync(home, { recursive: true });
    },
  });
}

/** `commit=300`: for five minutes the disk has nothing but what was made to last. */
function mount(options: string, image: string, folder: string): boolean {
  return spawnSync('mount', ['-o', options, image, folder]).status === 0;
}
