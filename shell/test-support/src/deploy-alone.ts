import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Store } from '@portfolio/releases/store/store.ts';
import { inherited } from './ask-command.ts';
import { settingsOf } from './store-settings.ts';

const portfolio = path.join(import.meta.dirname, '../../cli/src/portfolio.ts');

/** A deploy of the section in a folder, in a process of its own, as its team starts it. */
export function deployAlone(store: Store, source: string): ChildProcess {
  return spawn(process.execPath, [portfolio, 'deploy', '--skip-browser'], {
    cwd: source,
    env: { ...inherited, ...settingsOf(store) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
