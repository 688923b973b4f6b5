import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../../..');

/** What every build depends on beside its own folder. */
const shared = ['package-lock.json', 'rspack.shared.ts', 'shell/cli/src/build/*.ts'];

/** No part of what is built: tests, drawings and what builds leave behind. */
const beside = /(^|\/)(node_modules|dist|e2e|drawings|testing)(\/|$)|\.test\.tsx?$/;

/** A hash of everything that a build of this folder reads. */
export async function hashSources(name: string, source: string): Promise<string> {
  const hash = createHash('sha256').update(name);
  const paths = [...(await find('**/*.*', source)), ...(await find(shared, root))];
  for (const file of paths) hash.update(path.relative(source, file)).update(await readFile(file));
  return hash.digest('hex');
}

async function find(patterns: string | string[], folder: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(patterns, { cwd: folder }));
  const wanted = files.filter((file) => !beside.test(file)).sort();
  return wanted.map((file) => path.join(folder, file));
}

const run = promisify(execFile);

/** The commit a folder is at, with `+` when it was changed since; empty outside of git. */
export async function readCommit(folder: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder });
    const changes = await run('git', ['status', '--porcelain', '--', '.'], { cwd: folder });
    return stdout.trim() + (changes.stdout ? '+' : '');
  } catch {
    return '';
  }
}
