import { createPrivateKey } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { makeKeyPair } from '@portfolio/releases/access/index.ts';
import { startFalseSite } from '@portfolio/test-support/false-site.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { stopAfterEach } from '@portfolio/test-support/stop-after-each.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { siteAt } from './remote-site.ts';
import { sendRelease } from './send-release.ts';

const started = stopAfterEach();

/** A server that a team took for its site. */
const serve = async (answer: RequestListener) =>
  siteAt(started(await startFalseSite(answer)).origin);

test.each([
  ['a file that was not announced', 'word', /asks for what was not announced/],
  ['another address to send to', '../../api/x', /does not say what it lacks/],
])('a site that names %s gets none', async (_what, upload, sentence) => {
  const asked: string[] = [];
  const site = await serve(({ url }, response) => {
    asked.push(String(url));
    const missing = [{ hash: 'f'.repeat(96), bytes: 1 }];
    response.end(JSON.stringify({ upload, missing }));
  });
  const store = await temporaryStore();
  const release = await layRelease(store, 'games', { 'main.mjs': 'one' });
  const privateKey = createPrivateKey(makeKeyPair().privateHalf);
  const sent = { store, release, privateKey, live: null, isPreview: false, show() {} };
  await expect(sendRelease(site, sent)).rejects.toThrow(sentence);
  expect(asked).toEqual(['/api/publishing']);
});
