import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import {
  type Contents,
  checkContent,
  contentFile,
  contentsAlone,
  type Encoding,
  readContent,
  receiveContent,
  sentBytes,
  writeContent,
} from './contents.ts';
import { BrokenFileError, type ContentRef, hashName, integrityOf } from './integrity.ts';

let contents: Contents;
beforeEach(() => {
  const dataDir = temporaryFolder();
  contents = { dataDir, shared: contentsAlone(dataDir) };
});

const script = Buffer.from('export const pig = "ruby";'.repeat(50));
const fileOf = (ref: ContentRef, encoding?: Encoding) =>
  contentFile(contents, hashName(ref), encoding);
const listFiles = async () =>
  (await readdir(path.join(contents.dataDir, 'files'), { recursive: true })).filter(
    (file) => path.basename(file).length > 2,
  );

test('equal contents are stored once', async () => {
  const [one, other] = [
    await writeContent(contents, script, 'a.mjs'),
    await writeContent(contents, script, 'b.mjs'),
  ];
  expect(one).toEqual(other);
  expect(await listFiles()).toHaveLength(3);
});

test('pictures, and texts that do not shrink, have no compressed copies', async () => {
  const picture = await writeContent(contents, script, 'a.png');
  expect(await listFiles()).toHaveLength(1);
  await writeContent(contents, Buffer.from('a'), 'a.mjs');
  expect(await listFiles()).toHaveLength(2);
  expect(await sentBytes(contents, picture)).toBe(script.length);
});

const ways: [string, Encoding[]][] = [
  ['brotli', ['br', 'gz']],
  ['gzip', ['gz']],
];
test.each(ways)(
  'a damaged or lost content is repaired from its compressed %s copy',
  async (_which, left) => {
    const ref = await writeContent(contents, script, 'a.mjs');
    for (const encoding of ['br', 'gz'] as const) {
      if (!left.includes(encoding)) await writeFile(fileOf(ref, encoding), 'broken');
    }
    await writeFile(fileOf(ref), script.subarray(1));
    expect(await readContent(contents, ref, 'a.mjs')).toEqual(script);
    await rm(fileOf(ref));
    expect(await readContent(contents, ref, 'a.mjs')).toEqual(script);
    expect(await readFile(fileOf(ref))).toEqual(script);
  },
);

test('reading a damaged content without a copy fails with its name', async () => {
  const ref = await writeContent(contents, script, 'a.png');
  await writeFile(fileOf(ref), Buffer.alloc(script.length));
  await expect(readContent(contents, ref, 'a.png')).rejects.toThrow(
    new BrokenFileError('a.png is not what its hash says'),
  );
  await rm(fileOf(ref));
  await expect(readContent(contents, ref, 'a.png')).rejects.toThrow(
    new BrokenFileError('a.png is missing'),
  );
});

test('a deploy replaces a damaged content', async () => {
  const ref = await writeContent(contents, script, 'a.png');
  await writeFile(fileOf(ref), 'broken');
  await writeContent(contents, script, 'a.png');
  expect(await readContent(contents, ref, 'a.png')).toEqual(script);
});

test('a deploy replaces a damaged copy', async () => {
  const ref = await writeContent(contents, script, 'a.mjs');
  await writeFile(fileOf(ref, 'br'), 'broken');
  await writeContent(contents, script, 'a.mjs');
  expect(await checkContent(contents, ref, 'a.mjs')).toEqual(['br', 'gz']);
});

test('a content whose file cannot be repaired is read from its copy, and not sent', async () => {
  const ref = await writeContent(contents, script, 'a.mjs');
  await rm(fileOf(ref));
  // A file cannot replace a folder.
  await mkdir(fileOf(ref));
  expect(await readContent(contents, ref, 'a.mjs')).toEqual(script);
  await expect(checkContent(contents, ref, 'a.mjs')).rejects.toThrow(BrokenFileError);
});

test('a damaged copy of a content is left out', async () => {
  const ref = await writeContent(contents, script, 'a.mjs');
  expect(await checkContent(contents, ref, 'a.mjs')).toEqual(['br', 'gz']);
  await writeFile(fileOf(ref, 'br'), 'broken');
  expect(await checkContent(contents, ref, 'a.mjs')).toEqual(['gz']);
  await writeFile(fileOf(ref), 'broken');
  expect(await checkContent(contents, ref, 'a.mjs')).toEqual(['gz']);
  expect(await readFile(fileOf(ref))).toEqual(script);
});

test('a copy that unpacks to gigabytes is not unpacked', async () => {
  const ref = await writeContent(contents, script, 'a.mjs');
  await writeFile(fileOf(ref, 'br'), brotliCompressSync(Buffer.alloc(2 ** 28)));
  await rm(fileOf(ref, 'gz'));
  const before = process.memoryUsage().rss;
  expect(await checkContent(contents, ref, 'a.mjs')).toEqual([]);
  await writeFile(fileOf(ref), 'broken');
  await expect(readContent(contents, ref, 'a.mjs')).rejects.toThrow(BrokenFileError);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27);
});

test('a received content is stored whole, or not at all', async () => {
  const ref = { bytes: script.length, integrity: integrityOf(script) };
  const send = (...pieces: Uint8Array[]) => receiveContent(contents, ref, Readable.from(pieces));
  await expect(send(script, script)).rejects.toMatchObject({ isTooLong: true });
  await expect(send(script.subarray(1))).rejects.toMatchObject({ isTooLong: false });
  expect(await listFiles()).toEqual([]);
  await send(script.subarray(0, 9), script.subarray(9));
  expect(await readContent(contents, ref, 'a.mjs')).toEqual(script);
  expect(await listFiles()).toHaveLength(1);
});
