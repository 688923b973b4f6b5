import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { describeRelease, publishRequest } from '@portfolio/test-support/signed-requests.ts';
import { addSmallSite, sectionFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { contentFile, receiveContent, writeContent } from '../contents/contents.ts';
import { hashName, integrityOf } from '../contents/integrity.ts';
import { examineRelease } from '../live/fits-live.ts';
import { collectContents } from '../store/prune.ts';
import type { Store } from '../store/store.ts';
import { blockBytes } from '../store/stored-bytes.ts';
import { type PublishRequest, readRequest } from './signed-request.ts';
import {
  beginUpload,
  expectContent,
  findUpload,
  finishUpload,
  missingContents,
  noteReceived,
  type Upload,
} from './uploads.ts';

const key = 'f'.repeat(16);
const room = 1_000_000;

let store: Store;
beforeEach(async () => {
  store = await temporaryStore();
  await addSmallSite(store);
});

const hashOf = (content: string | Uint8Array) =>
  hashName({ integrity: integrityOf(Buffer.from(content)) });

function announce(files: Record<string, string>, changed: object = {}) {
  const { release } = describeRelease('games', files);
  const bytes = Buffer.from(JSON.stringify(publishRequest(release, changed)));
  return beginUpload(store, key, readRequest(bytes) as PublishRequest);
}

async function send(upload: Upload, content: string): Promise<void> {
  const ref = await expectContent(store, upload, hashOf(content), room);
  await receiveContent(store, ref, Readable.from([Buffer.from(content)]));
  await noteReceived(store, upload, ref);
}

const missingOf = async (upload: Upload) =>
  (await missingContents(store, upload)).map(({ hash }) => hash);

test('contents of releases of the section are not missing, all others are', async () => {
  const files = { ...sectionFiles('games', 'Games'), 'new.svg': '<svg>new</svg>' };
  const upload = await announce(files);
  expect(await missingOf(upload)).toEqual([hashOf('<svg>new</svg>')]);
  await send(upload, '<svg>new</svg>');
  expect(await missingOf(upload)).toEqual([]);
});

test('contents of another section or of no release are missing, as hashes are public', async () => {
  const secret = 'export const secret = 1;';
  await addRelease(store, 'home', { ...sectionFiles('home', 'Home'), 'main.mjs.map': secret });
  await writeContent(store, Buffer.from('of nobody'), 'a.txt');
  const upload = await announce({ 'main.mjs': '', 'a.map': secret, 'a.txt': 'of nobody' });
  expect((await missingOf(upload)).sort()).toEqual(
    [hashOf(''), hashOf(secret), hashOf('of nobody')].sort(),
  );
});

test('the next upload of a key and section continues one that broke off', async () => {
  const broken = await announce({ 'main.mjs': 'one', 'a.txt': 'two' });
  await send(broken, 'one');
  expect(await missingOf(await announce({ 'main.mjs': 'one', 'a.txt': 'two' }))).toEqual([
    hashOf('two'),
  ]);
  const other = await beginUpload(store, 'e'.repeat(16), broken.request);
  expect(await missingOf(other)).toHaveLength(2);
});

test('an announced content counts only after it is compared with its hash', async () => {
  const upload = await announce({ 'main.mjs': 'half' });
  await writeContent(store, Buffer.from('half'), 'main.mjs');
  await expectContent(store, upload, hashOf('half'), room);
  expect(await missingOf(upload)).toEqual([hashOf('half')]);
});

test('a content that an upload does not announce, or that exceeds the room, is refused', async () => {
  const upload = await announce({ 'main.mjs': 'x'.repeat(60), 'a.txt': 'y'.repeat(60) });
  const expects = (content: string) =>
    expectContent(store, upload, hashOf(content), 100 + blockBytes);
  await expect(expects('other')).rejects.toMatchObject({ status: 404 });
  await expects('x'.repeat(60));
  await expects('x'.repeat(60));
  await expect(expects('y'.repeat(60))).rejects.toMatchObject({ status: 507 });
  // Contents of a release no longer count.
  await store.facts.transact(() => finishUpload(upload));
  await expects('y'.repeat(60));
});

test('a small file counts as a block of the disk', async () => {
  const upload = await announce({ 'main.mjs': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const expects = (content: string) =>
    expectContent(store, upload, hashOf(content), 2 * blockBytes + 2);
  await expects('a');
  await expects('b');
  await expect(expects('c')).rejects.toMatchObject({ status: 507 });
});

test('an upload is found by its token, and says whether it is done', async () => {
  const upload = await announce({ 'main.mjs': 'one' });
  expect(await findUpload(store, upload.token)).toEqual(upload);
  await store.facts.transact(() => finishUpload(upload));
  expect(await findUpload(store, upload.token)).toEqual({ ...upload, isDone: true });
  expect(await findUpload(store, '../../x')).toBeUndefined();
});

test('a key has three open uploads of a section, and a fourth removes the oldest', async () => {
  const uploads = [];
  for (const turn of [1, 2, 3, 4]) {
    uploads.push(await announce({ 'main.mjs': `${turn}` }));
    await store.facts.run('UPDATE uploads SET begun_at = begun_at - 1000');
  }
  const found = await Promise.all(uploads.map(({ token }) => findUpload(store, token)));
  expect(found.map((each) => each !== undefined)).toEqual([false, true, true, true]);
});

test('an upload can be finished only once', async () => {
  const upload = await announce({ 'main.mjs': 'one' });
  const finish = () => store.facts.transact(() => finishUpload(upload));
  await finish();
  await expect(finish()).rejects.toMatchObject({ status: 409 });
});

test('a content that is sent again keeps its compressed copies', async () => {
  const script = 'export const pig = 1;'.repeat(100);
  const ref = await writeContent(store, Buffer.from(script), 'main.mjs');
  const copies = (['br', 'gz'] as const).map((each) => contentFile(store, hashName(ref), each));
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const copy of copies) await utimes(copy, longAgo, longAgo);
  await send(await announce({ 'main.mjs': script }), script);
  await collectContents(store);
  expect(copies.every((copy) => existsSync(copy))).toBe(true);
});

test('a content that is lost before it is examined is sent again', async () => {
  const upload = await announce({ 'main.mjs': 'export {}' });
  await send(upload, 'export {}');
  const { description } = upload.request;
  await loseFile(store, description, 'main.mjs');
  expect(await examineRelease(store, description)).toContainEqual(
    expect.stringMatching(/^main.mjs is missing. Deploy again/),
  );
  expect(await missingOf(await announce({ 'main.mjs': 'export {}' }))).toEqual([
    hashOf('export {}'),
  ]);
});
