import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const script = path.join(import.meta.dirname, '../../../api/ops/backup.sh');

/** Whether the tools of `backup.sh` are there. */
export const canBackUp = ['rsync', 'flock'].every(
  (tool) => spawnSync(tool, ['--version']).status === 0,
);
if (!canBackUp) console.info('rsync or flock is not installed: the backup is not tried.');

/** Runs the real `backup.sh`. @returns how it ended and what it said. */
export async function backUp(environment: Record<string, string>) {
  const child = spawn(script, { env: { PATH: process.env.PATH ?? '', ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

/** The names of the finished copies, the oldest first. */
export async function copiesIn(backupDir: string): Promise<string[]> {
  return (await readdir(backupDir)).filter((name) => !name.startsWith('.')).sort();
}
