/** `npm test`: every test there is; installs what they need. */
import os from 'node:os';
import path from 'node:path';
import { install, runPinned, takeNoWords } from './prepare.mjs';

takeNoWords(`Usage: npm test

Runs every test there is. For some of them: npm run test:rules -- <part of a path>, and
npm run test:journeys -- <part of a name>.`);
// Tests start hundreds of servers and commands of the same modules, which are then compiled once.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), 'portfolio-compile-cache');

await install();
await runPinned('shell/cli/src/portfolio.ts', 'install-browser', 'chromium', 'firefox', 'webkit');
await runPinned(
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  // Many wait for other processes: one core less, as is usual, would leave half of two unused.
  '--maxWorkers=100%',
);
await runPinned('node_modules/@playwright/test/cli.js', 'test', '-c', 'shell/e2e');
