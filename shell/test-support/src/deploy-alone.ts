import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const portfolio = path.join(import.meta.dirname, '../../cli/src/portfolio.ts');

/** A deploy of the section in a folder, in a process of its own, as its team starts it. */
export function deployAlone(dataDir: string, source: string): ChildProcess {
  return spawn(process.execPath, [portfolio, 'deploy', '--skip-browser'], {
    cwd: source,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
