import { availableParallelism } from 'node:os';
import { reasonAgainst } from './shell/test-support/src/needs.ts';

// A test that depends on the machine's time zone fails at once.
process.env.TZ = 'Pacific/Chatham';

const sources = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '\\.tsx?$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/data/', '/dist/', '/cli/template/'],
  testPathIgnorePatterns: ['/node_modules/'],
};
const node = {
  ...sources,
  testEnvironment: 'node',
  roots: ['api', 'shell/releases', 'shell/cli', 'shell/test-support'].map(
    (folder) => `<rootDir>/${folder}`,
  ),
};
const otherKinds = '\\.(?:process|slow)\\.test\\.ts$';

/** The kinds of tests, and what runs them: see CONTRIBUTING.md. */
export default {
  // By default Jest leaves one processor unused.
  maxWorkers: availableParallelism(),
  // Only ends a test that hangs.
  testTimeout: 300_000,
  // A worker without open handles takes longer than half a second on a busy machine.
  workerGracefulExitTimeout: 20_000,
  projects: [
    {
      ...node,
      displayName: 'rules',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [...sources.testPathIgnorePatterns, otherKinds],
    },
    {
      ...sources,
      displayName: 'pages',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{shell/{src,kit,bench,contract},remote-*}/**/*.test.ts?(x)'],
      moduleNameMapper: {
        '\\.css(\\?inline)?$': '<rootDir>/shell/cli/src/build/css-names.ts',
      },
      setupFiles: [
        '<rootDir>/shell/kit/src/testing/browser-globals.ts',
        '<rootDir>/shell/test-support/src/no-console-error.ts',
      ],
    },
    { ...node, displayName: 'processes', testMatch: ['**/*.process.test.ts'] },
    {
      ...node,
      displayName: 'slow',
      // With more random tries than in `npm test`.
      testMatch: ['**/*.slow.test.ts', '**/{odd-requests,damaged-files,markup}.test.ts'],
    },
    {
      ...node,
      displayName: 'shared',
      globals: { isShared: true },
      globalSetup: '<rootDir>/shell/test-support/src/shared-store.ts',
      globalTeardown: '<rootDir>/shell/test-support/src/stop-shared-store.ts',
      // Without PostgreSQL one test is skipped, which says so.
      testMatch: reasonAgainst('PostgreSQL')
        ? ['**/without-postgres.ts']
        : [
            '**/releases/src/live/{follow-live-releases,change-live}.test.ts',
            '**/releases/src/database/database.process.test.ts',
            '**/releases/src/store/{store,release-cache,publish-killed.slow,faults}.test.ts',
            '**/cli/src/deploy/deploy-at-once*.test.ts',
            '**/cli/src/commands/messages*.test.ts',
            '**/api/src/contact/outbox.process.test.ts',
            '**/releases/src/access/tokens.test.ts',
          ],
    },
  ],
};
