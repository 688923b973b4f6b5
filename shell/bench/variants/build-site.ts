import { runPinned } from '../../e2e/peers/run-pinned.ts';

/** (a) The site: what `npm start` builds, releases and serves. */
export async function buildSite(dataDir: string): Promise<void> {
  runPinned(['api/commands/release-changed.ts'], { DATA_DIR: dataDir });
}
