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
  await import('@portfolio/api/main.ts');
}
