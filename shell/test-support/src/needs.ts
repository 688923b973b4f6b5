import { spawnSync } from 'node:child_process';
import { postgresFolder } from './postgres.ts';

/** What some tests need of the machine, and why they cannot have it; undefined where they can. */
const lacks = {
  nginx: () => lacksTool('nginx', '-v'),
  rsync: () => lacksTool('rsync', '--version'),
  systemd: () => lacksTool('systemd-analyze', '--version'),
  PostgreSQL: () => (postgresFolder ? undefined : 'PostgreSQL is not installed'),
  root: () => (process.getuid?.() === 0 ? undefined : 'only root may do it'),
  mounts: lacksMounts,
};

export type Need = keyof typeof lacks;

function lacksTool(tool: string, word: string): string | undefined {
  return spawnSync(tool, [word]).status === 0 ? undefined : `${tool} is not installed`;
}

/** Tries it, as a container's root may not mount. */
function lacksMounts(): string | undefined {
  const words = ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && which mkfs.ext4'];
  return spawnSync('unshare', words).status === 0 ? undefined : 'no disk can be mounted';
}

/** The reason why this machine cannot run what needs these; undefined where it can. */
export function reasonAgainst(...needs: readonly Need[]): string | undefined {
  return needs.map((need) => lacks[need]()).find((reason) => reason !== undefined);
}
