import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { repository } from '../own-package.ts';
import { endWithNpm, WrongUseError } from '../terminal/terminal.ts';
import { deployChanged } from './deploy.ts';

/** `npm start`: releases what changed, and serves the site. */
export function defineStart(command: Command): void {
  command.action(start);
}

async function start(): Promise<void> {
  if (!repository) throw new WrongUseError('A site is started in its repository, by: npm start');
  endWithNpm();
  await deployChanged({ beforeStart: true });
  // Pages are prerendered while the site runs, which goes on whatever becomes of that.
  const words = [String(process.argv[1]), 'prerender', '--quiet'];
  const beside = spawn(process.execPath, words, { stdio: 'inherit' });
  beside.on('error', (error) => console.error(error));
  process.on('exit', () => beside.kill());
  await import('@portfolio/api/main.ts');
}
