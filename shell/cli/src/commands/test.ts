import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Command } from 'commander';
import { repository } from '../own-package.ts';
import { needSection } from '../project/project.ts';
import { WrongUseError } from '../terminal/terminal.ts';

/** `portfolio test [words...]`: runs Jest in a team's section. */
export function defineTest(command: Command): void {
  command.argument('[words...]', 'parts of the paths of tests').action(runTests);
}

async function runTests(words: readonly string[]): Promise<void> {
  if (repository) throw new WrongUseError('In the repository tests are run by: npm run test:rules');
  const section = await needSection();
  const { resolve } = createRequire(import.meta.url);
  const transform = [
    resolve('@swc/jest'),
    {
      swcrc: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  ];
  const config = {
    rootDir: section.source,
    testEnvironment: resolve('jest-environment-jsdom'),
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: { '\\.tsx?$': transform },
    moduleNameMapper: { '\\.css(\\?inline)?$': resolve('@portfolio/cli/css-names') },
    testMatch: ['<rootDir>/src/**/*.test.ts?(x)'],
    setupFiles: [createRequire(path.join(section.source, 'x')).resolve('@portfolio/kit/globals')],
  };
  const jest = path.join(path.dirname(resolve('jest/package.json')), 'bin/jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const args = [...flags, jest, '--config', JSON.stringify(config), ...words];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  process.exitCode = code ?? 1;
}
