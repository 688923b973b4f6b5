import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { releaseFolder } from '@portfolio/releases/store/store.ts';
import { layRelease } from '@portfolio/test-support/lay-release.ts';
import { sectionFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';

const video = randomBytes(1_500_001);
const words = JSON.stringify(Array.from({ length: 200_000 }, (_, number) => number % 7));

const api = await startSmallApi();
const files = { ...sectionFiles('games', 'x'), 'a.mp4': video, 'b.mp4': video, 'a.json': words };
const id = (await layRelease(api.store, 'games', files)).id;

async function fetchFile(file: string, headers = {}) {
  const asked = { port: api.port, path: `/releases/games/${id}/${file}`, headers };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(asked, resolve).on('error', reject);
  });
  return { status: response.statusCode, body: await buffer(response) };
}

test('a large file comes as it is, as a whole and in part', async () => {
  expect((await fetchFile('a.mp4')).body.equals(video)).toBe(true);
  const part = await fetchFile('a.mp4', { Range: 'bytes=300000-900000' });
  expect([part.status, part.body.equals(video.subarray(300_000, 900_001))]).toEqual([206, true]);
});

test('a large file comes compressed to those who take it', async () => {
  const [plain, brotli] = await Promise.all([
    fetchFile('a.json'),
    fetchFile('a.json', { 'Accept-Encoding': 'br' }),
  ]);
  expect(plain.body.toString()).toBe(words);
  expect(brotli.body.length).toBeLessThan(words.length / 10);
});

test('a large file that is changed after it was checked is not sent any more', async () => {
  expect((await fetchFile('b.mp4')).status).toBe(200);
  const file = path.join(releaseFolder(api.store, 'games', id), 'b.mp4');
  writeFileSync(file, Buffer.alloc(video.length));
  expect((await fetchFile('b.mp4')).status).toBe(404);
  appendFileSync(file, 'more');
  expect((await fetchFile('b.mp4')).status).toBe(404);
});

test("the shell's unfilled document is no file of the site", async () => {
  const address = `/releases/shell/${api.releases.shell?.id}/document.html`;
  expect((await api.get(address)).status).toBe(404);
});
