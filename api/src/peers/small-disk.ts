import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A disk of 16 MB (ext4 in a file, mounted by a loop device) that can be filled and emptied.
 * @returns undefined where the rights to mount are missing.
 */
export function mountSmallDisk() {
  const home = mkdtempSync(path.join(tmpdir(), 'portfolio-disk-'));
  const image = path.join(home, 'image');
  const folder = path.join(home, 'disk');
  const ballast = path.join(folder, 'ballast');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  // Blocks of a memory page, as every disk above 512 MB has them. With the 1 kB blocks of a small
  // one SQLite's shared memory file has holes, and on a full disk the process ends with a bus error.
  const isMade = spawnSync('mkfs.ext4', ['-q', '-m', '0', '-b', '4096', image]).status === 0;
  const isMounted = isMade && spawnSync('mount', ['-o', 'loop', image, folder]).status === 0;
  if (!isMounted) {
    rmSync(home, { recursive: true });
    console.info('No rights to mount a disk: the test with a really full one is skipped.');
    return undefined;
  }
  return {
    folder,
    /** Leaves not one block. */
    fill() {
      for (const block of ['1M', '64k', '4k', '1k', '1']) {
        const options = ['if=/dev/zero', `of=${ballast}-${block}`, `bs=${block}`, 'count=10000'];
        spawnSync('dd', [...options, 'conv=fsync']);
      }
    },
    empty() {
      for (const block of ['1M', '64k', '4k', '1k', '1']) rmSync(`${ballast}-${block}`);
    },
    unmount() {
      execFileSync('umount', [folder]);
      rmSync(home, { recursive: true });
    },
  };
}
