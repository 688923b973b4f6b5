/** `npm test`: every test there is; installs what they need. */
import { install, runPinned } from './prepare.mjs';

await install();
await runPinned('shell/cli/src/portfolio.ts', 'install-browser', 'chromium', 'firefox', 'webkit');
await runPinned(
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
);
await runPinned('node_modules/@playwright/test/cli.js', 'test', '-c', 'shell/e2e');
