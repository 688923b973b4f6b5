import { writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from '@jest/globals';
import { createLog } from '@portfolio/api/log.ts';
import { followLiveReleases } from '@portfolio/releases/live/live-releases.ts';
import { pointerFile } from '@portfolio/releases/live/pointer.ts';
import { laySmallSite } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { checkTakeOver, missingPages } from './prerender.ts';
import { startSession } from './session.ts';

const session = await startSession();
afterAll(async () => session[Symbol.asyncDispose]());

const document = `<!doctype html><html><body><div id="root"><main><h1>Portfolio</h1></main></div>
<script type="module" src="/app.mjs"></script></body></html>`;

/** A page whose app does this before it says that it is ready. @returns what the check finds */
async function check(app: string): Promise<string[]> {
  const content: Record<string, [type: string, body: string]> = {
    '/home': ['text/html', document],
    '/app.mjs': ['text/javascript', `${app};\ndocument.documentElement.dataset.ready = '';`],
  };
  using site = session.serve(({ url = '' }, response) => {
    const [type, body] = content[url] ?? ['image/x-icon', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  return checkTakeOver(session, site, '/home', { locale: 'en', turn: 0 });
}

test('an app that says nothing is fine', async () => {
  expect(await check('')).toEqual([]);
});

test('what the app throws and complains of is told as it says it', async () => {
  const app = `console.error('no such pig'); setTimeout(() => { throw new Error('mud') });
    await new Promise((resolve) => setTimeout(resolve, 50))`;
  expect(await check(app)).toEqual(['no such pig', 'Error: mud']);
});

test('a broken pointer of one section is told, and the pages of all sections are found', async () => {
  const store = await temporaryStore();
  await laySmallSite(store);
  const releases = followLiveReleases(store, createLog('silent'));
  const set = await releases.fresh();
  if (!set) throw new Error('Nothing is live.');
  const missing = async () => {
    const said: string[] = [];
    const warn = (line: string) => said.push(line);
    const found = await missingPages({ store, find: releases.find }, set, {
      release: undefined,
      warn,
    });
    return { said, found: found.map(({ release: { name, id } }) => `${name}@${id}`).sort() };
  };
  const whole = await missing();
  expect(whole.said).toEqual([]);
  await writeFile(pointerFile(store, 'games'), '{');
  expect(await missing()).toEqual({
    said: [expect.stringMatching(/^games: live\.json is no list of ids of releases\./)],
    found: whole.found,
  });
  expect(whole.found).toContain(`games@${set.sections.games?.[0]?.id}`);
});
