import { readdirSync } from 'node:fs';
import { readAudit } from '@portfolio/releases/access/index.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { sectionFolder } from '@portfolio/releases/store/store.ts';
import { publishOver } from './publish-over.ts';
import { sectionFiles } from './small-site.ts';
import { startSmallApi } from './start-api.ts';
import { addTeam, describeRelease } from './statements.ts';

/** A small site to publish to, and a team with a key for `games`. */
export async function startPublishingSite() {
  const api = await startSmallApi({
    RATE_LIMIT: 'off',
    UPLOAD_FILES: '50',
    UPLOAD_FILE_BYTES: '1000000',
    UPLOAD_BYTES: '3000000',
  });
  const { dataDir, store } = api;
  const withoutKeys: number[] = [];
  for (const [method, address] of [
    ['GET', '/api/releases'],
    ['POST', '/api/publishing'],
    ['PUT', '/api/publishing/x/y'],
    ['POST', '/api/publishing/x'],
  ] as const)
    withoutKeys.push((await api.ask(method, address, { 'Content-Length': '0' })).status);
  const team = await addTeam(store, ['games']);
  let turn = 0;
  return {
    api,
    dataDir,
    /** What the calls answered before there was a key. */
    withoutKeys,
    team,
    over: publishOver(api.url, team),
    liveIds: () => readPointer(store, 'games'),
    logged: async () => (await readAudit(store)).entries,
    /** A release that was never there. */
    another(files = {}, says = {}) {
      turn += 1;
      return {
        title: `Games ${turn}`,
        ...describeRelease('games', { ...sectionFiles('games', `Games ${turn}`), ...files }, says),
      };
    },
    /** All that can be seen of the store. */
    inStore: () => readdirSync(sectionFolder(store, 'games')).filter((entry) => !/^\./.test(entry)),
    stop: api.stop,
  };
}

/** A prerendered page, as it is sent. */
export const page = (html: string) =>
  Buffer.from(JSON.stringify({ en: { html, css: '', stylesVersion: '6.0.0' } }));
/** Under which shell and navigation it was made. */
export const layout = `${'a'.repeat(12)}-${'b'.repeat(12)}`;
