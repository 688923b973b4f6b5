import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../../e2e/fixtures/run-pinned.ts';
import { startProcess } from '../api/start-process.ts';
import type { RunningColumn } from './variants.ts';

/** The last commit whose pages were not prerendered. */
export const commitBefore = '9f7213c';

/** That commit as it was: its own packages, build and server, in a folder of its own. */
export async function serveBefore(folder: string): Promise<RunningColumn> {
  const checkout = path.join(folder, 'before');
  const env = { ...process.env, DATA_DIR: path.join(folder, 'data-before') };
  const run = (cwd: string, file: string, ...args: string[]) =>
    execFileSync(file, args, { cwd, env, stdio: 'ignore' });
  console.log(`Installing and building commit ${commitBefore} …`);
  run(root, 'git', 'worktree', 'add', '--force', '--detach', checkout, commitBefore);
  const node = path.join(checkout, 'node_modules/.bin/node');
  run(checkout, 'npm', 'install', '--loglevel=error');
  run(checkout, node, 'api/commands/release-changed.ts');
  const served = await startProcess(
    (port) => ({
      file: node,
      args: [path.join(checkout, 'api/src/main.ts')],
      env: { ...env, PORT: String(port) },
    }),
    '/home',
  );
  return {
    name: 'before',
    title: `commit ${commitBefore}`,
    site: {
      url: served.url,
      async stop() {
        await served.stop();
        run(root, 'git', 'worktree', 'remove', '--force', checkout);
      },
    },
  };
}
