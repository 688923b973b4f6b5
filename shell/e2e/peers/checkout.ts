import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from './run-pinned.ts';

/** A team's own copy of the repository, to change and deploy from. */
export interface Checkout {
  folder: string;
  /** Replaces a string in a file; it has to be there. */
  change(file: string, from: string, to: string): Promise<void>;
  /** `npm run deploy -- …` in this checkout, into the given store. */
  deploy(dataDir: string, ...args: string[]): { status: number | null; said: string };
  remove(): Promise<void>;
}

const notCopied = /(^|\/)(node_modules|data|dist|\.git|test-results|remote-portfolio\/drawings)$/;

/** Copies the sources; the packages from outside are the same, those of the workspace its own. */
export async function checkOut(): Promise<Checkout> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-checkout-'));
  await cp(root, folder, { recursive: true, filter: (file) => !notCopied.test(file) });
  await linkPackages(path.join(folder, 'node_modules'));
  return {
    folder,
    async change(file, from, to) {
      const text = await readFile(path.join(folder, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
      await writeFile(path.join(folder, file), text.replace(from, to));
    },
    deploy(dataDir, ...args) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['api/commands/deploy.ts', ...args],
        { cwd: folder, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
      );
      return { status, said: stdout + stderr };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function linkPackages(modules: string): Promise<void> {
  await mkdir(path.join(modules, '@portfolio'), { recursive: true });
  await symlink('../../shell/kit', path.join(modules, '@portfolio/kit'));
  const packages = await readdir(path.join(root, 'node_modules'));
  const links = packages
    .filter((name) => name !== '@portfolio')
    .map((name) => symlink(path.join(root, 'node_modules', name), path.join(modules, name)));
  await Promise.all(links);
}
