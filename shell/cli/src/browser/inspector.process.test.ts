import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Release } from '@portfolio/releases/release/release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { addRelease } from '@portfolio/test-support/add-release.ts';
import { startedShellFiles } from '@portfolio/test-support/small-site.ts';
import { temporaryStore } from '@portfolio/test-support/temporary-store.ts';
import { findBrowser } from './find-browser.ts';
import { openInspector } from './inspector.ts';

const { PLAYWRIGHT_CHROMIUM } = process.env;
const real = findBrowser()?.executablePath;
const eatsMemory = 'const all = []; for (;;) all.push(new Array(100_000).fill({}));';

let store: Store;
let shell: Release;
let named: string;
beforeEach(async () => {
  store = await temporaryStore();
  shell = await addRelease(store, 'shell', {
    ...startedShellFiles,
    'main.0a1b2c3d.mjs': eatsMemory,
  });
  named = path.join(store.dataDir, 'browser');
});
afterEach(() => {
  if (PLAYWRIGHT_CHROMIUM === undefined) delete process.env.PLAYWRIGHT_CHROMIUM;
  else process.env.PLAYWRIGHT_CHROMIUM = PLAYWRIGHT_CHROMIUM;
});

/** Names the real browser, with little memory. */
async function nameBrowser(more = ''): Promise<void> {
  const script = `#!/bin/sh\nexec ${real} "$@" --js-flags=--max-old-space-size=20 ${more}\n`;
  await writeFile(named, script, { mode: 0o755 });
  process.env.PLAYWRIGHT_CHROMIUM = named;
}

test.each([
  ['in one tab', ''],
  ['as a whole', '--single-process'],
])(
  'a browser that crashes %s is reported in a sentence, and ends only an inspection that needs it',
  async (_how, more) => {
    await nameBrowser(more);
    const reported: string[] = [];
    // As root there is another line about the missing sandbox.
    const report = (line: string) => void (line.includes('sandbox') || reported.push(line));
    const linkTo = () => 'link';
    await using needed = openInspector(store, { linkTo, report });
    const sentence = `was not made live: the browser ${named} crashed. Name another browser with`;
    await expect(needed.inspect(shell)).rejects.toThrow(sentence);
    expect(reported).toEqual([]);

    await using optional = openInspector(store, { linkTo, report, isOptional: true });
    await optional.inspect(shell);
    await optional.inspect(shell);
    await optional.prerender();
    expect(reported).toEqual([
      `Not inspected in a browser: the browser ${named} crashed.`,
      'Making the prerendered pages of shell.',
      expect.stringMatching(/^Not prerendered: |is not prerendered under/),
    ]);
  },
);

test('a browser that cannot be started is reported, and ends only an inspection that needs it', async () => {
  process.env.PLAYWRIGHT_CHROMIUM = '/bin/false';
  await using needed = openInspector(store, { linkTo: () => 'link', report() {} });
  const sentence = /was not made live: the browser \/bin\/false cannot be started.*--skip-browser/;
  await expect(needed.inspect(shell)).rejects.toThrow(sentence);
  const reported: string[] = [];
  await using optional = openInspector(store, {
    linkTo: () => 'link',
    report: (line) => void reported.push(line),
    isOptional: true,
  });
  await optional.inspect(shell);
  expect(reported).toEqual([
    expect.stringMatching(
      /^Not inspected in a browser: the browser \/bin\/false cannot be started/,
    ),
  ]);
});
