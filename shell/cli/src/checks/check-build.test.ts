import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { shellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { checkBuild } from './check-build.ts';

const whole = shellFiles['document.html'];
const release = {
  name: 'shell',
  id: '0123456789ab',
  createdAt: '2026-11-21T00:00:00Z',
  commit: '',
  files: {},
  entry: 'main.mjs',
  requires: {},
};

test.each([
  ['that is whole', whole, []],
  ['that names no script', whole.replaceAll('{{entry}}', ''), ['lacks {{entry}}']],
  ['that names no hashes', whole.replaceAll('{{importMap}}', ''), ['lacks {{importMap}}']],
  [
    'nobody watches',
    whole.replace('{{shellBefore}}', ''),
    ['lacks the script src/document/watchdog'],
  ],
])('a shell with a document %s is told so', async (_what, html, faults) => {
  using built = temporaryFolder('build');
  const { folder } = built;
  await writeFile(path.join(folder, 'document.html'), html);
  const found = await checkBuild({ release, folder, parts: new Map() });
  expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});
