import { runPinned } from '../../e2e/fixtures/run-pinned.ts';

/** (a) The site: what `npm start` builds, releases and serves. */
export async function buildSite(dataDir: string): Promise<void> {
  runPinned(['shell/cli/src/portfolio.ts', 'deploy', '--changed', '--skip-browser'], {
    DATA_DIR: dataDir,
  });
}
