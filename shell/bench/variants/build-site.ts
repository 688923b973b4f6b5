import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runPinned } from '../../e2e/fixtures/run.ts';

let built: string | undefined;

/** (a) The site: what `npm start` builds, releases and serves, its pages prerendered. Built once per run. */
export async function buildSite(dataDir: string): Promise<void> {
  built ??= build();
  await cp(built, dataDir, { recursive: true });
}

function build(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portfolio-bench-site-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  runPinned(['shell/cli/src/portfolio.ts', 'deploy', '--changed'], { DATA_DIR: dataDir });
  return dataDir;
}
