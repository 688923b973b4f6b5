import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { addKey, makeKeyPair, readPublicHalf } from '@portfolio/releases/access/index.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { loseFile } from '@portfolio/test-support/damage.ts';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { startSmallApi } from '@portfolio/test-support/start-api.ts';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { fetchTools } from './fetch-tools.ts';

const { url, store } = await startSmallApi();
await addKey(store, readPublicHalf(makeKeyPair().publicHalf), { sections: ['pig'] });

/** Packs a command line of one file. */
async function packedTools(): Promise<Buffer> {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'package'));
  await writeFile(path.join(folder, 'package/CHANGELOG.md'), '## 1.8.0');
  spawnSync('tar', ['-czf', 'cli.tgz', 'package'], { cwd: folder });
  return readFile(path.join(folder, 'cli.tgz'));
}

const releaseWith = (tools: Record<string, Buffer>) =>
  addRelease(store, 'shell', { ...shellFiles, ...tools });

test('a site whose shell brings no command line says how the owner adds it', async () => {
  await releaseWith({ 'tools/portfolio-kit-1.8.0.tgz': Buffer.from('kit') });
  await expect(fetchTools(url)).rejects.toThrow(
    `The shell of ${url} brings no command line. The owner adds it with npm run pack -- shell/tools, and a deploy of the shell.`,
  );
});

test('the command line of the live shell is fetched and unpacked', async () => {
  await releaseWith({ 'tools/portfolio-cli-1.0.0-0a1b2c3d.tgz': await packedTools() });
  const folder = await fetchTools(url);
  expect(await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8')).toBe('## 1.8.0');
});

test('a command line that differs from its release is refused, and a file that is no package', async () => {
  const file = 'tools/portfolio-cli-1.0.1-0a1b2c3d.tgz';
  await releaseWith({ [file]: Buffer.from('no archive') });
  await expect(fetchTools(url)).rejects.toThrow(`tar cannot unpack ${file}: `);
  const lost = await releaseWith({ [file]: Buffer.from('lost') });
  await loseFile(store, lost, file);
  await expect(fetchTools(url)).rejects.toThrow(`does not send ${file} of shell@${lost.id}`);
});
