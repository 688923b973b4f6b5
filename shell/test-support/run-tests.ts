// `npm test`: rules, processes, journeys. `npm run test:rest`: what else there is, where a skipped test fails.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter';
import { findChromium, headlessShell } from './src/chromium.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'portfolio-tests-'));
const ofJest = path.join(folder, 'jest.json');
const ofPlaywright = path.join(folder, 'playwright.json');
const isRest = process.argv[2] === 'rest';

/** Jest's report, as far as it is used here. */
interface JestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

const jest = [
  ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  ...['node_modules/jest/bin/jest.js', '--json', `--outputFile=${ofJest}`, '--selectProjects'],
];
const reporters = `--reporter=${process.env.CI ? 'line' : 'list'},json`;
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'shell/e2e', reporters];
const quickParts = [
  [...jest, 'rules', 'pages', 'processes'],
  [...playwright, '--project=journeys', '--project=smoke-*'],
];
// These wait for killed processes and for peers; with one worker more the others only take longer.
const maxWorkers = os.availableParallelism() + 1;
const restParts = [
  [...jest, 'slow', 'shared', `--maxWorkers=${maxWorkers}`],
  [...playwright, '--project=slow', '--project=chromium*', '--project=firefox', '--project=webkit'],
];

/** A number that is another each night. */
const night = String(Math.floor(Date.now() / 86_400_000));
const env = {
  ...process.env,
  PLAYWRIGHT_JSON_OUTPUT_FILE: ofPlaywright,
  // Tests start hundreds of servers and commands of the same modules, which are then compiled once.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(folder, 'compile-cache'),
  SEED: process.env.SEED ?? (isRest ? night : '1'),
  KILLS: process.env.KILLS ?? (isRest ? '6' : '3'),
  TRIES: process.env.TRIES ?? (isRest ? '3' : '1'),
  JOURNEY_STORE: process.env.JOURNEY_STORE ?? path.join(folder, 'released'),
};
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

installChromium();
// The site that journeys visit is built beside the rules.
const deploy = ['shell/cli/src/portfolio.ts', 'deploy', '--changed'];
const release = start(deploy, { ...env, DATA_DIR: env.JOURNEY_STORE });
const failedParts: string[] = [];
for (const part of isRest ? restParts : quickParts) {
  const isReleased = part.includes(playwright[0] as string) && (await endOf(release)) === 0;
  // Otherwise Playwright's setup tries again, and says what is wrong.
  const released = isReleased ? { RELEASED_DATA_DIR: env.JOURNEY_STORE } : {};
  if ((await endOf(start(part, { ...env, ...released }))) !== 0) failedParts.push(part.join(' '));
}
report();

function start(words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Debian's package where it can be installed, else what is there, else Playwright's own. */
function installChromium(): void {
  const isDebians = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  const found = findChromium();
  if (found === headlessShell || (found && !isDebians)) return;
  console.log('There is no headless Chromium yet, installing …');
  const commands = [`"${process.execPath}" node_modules/playwright/cli.js install chromium`];
  if (isDebians) {
    const install = 'apt-get install -y --no-install-recommends chromium-headless-shell';
    commands.unshift(`apt-get update; ${install}`);
  }
  for (const command of commands) {
    spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' });
    if (findChromium()) return;
  }
  console.error('Chromium could not be installed. Install it, then run `npm test` again.');
  process.exit(1);
}

/** Names what did not run, and what failed; each part has told the rest. */
function report(): void {
  const skipped = [
    ...(read<JestReport>(ofJest)?.testResults ?? [])
      .flatMap((file) => file.assertionResults)
      .filter(({ status }) => status === 'pending')
      .map(({ fullName }) => fullName),
    ...(read<JSONReport>(ofPlaywright)?.suites ?? []).flatMap(skippedIn),
  ];
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((it) => `- ${it}`).join('\n')}`);
  for (const part of failedParts) console.error(`\nFailed: ${part}`);
  const mayNotSkip = isRest && skipped.length > 0;
  if (mayNotSkip)
    console.error('Here every test has to run: `npm run test:install` installs what is missing.');
  if (failedParts.length > 0 || mayNotSkip) process.exitCode = 1;
}

/** What a part of the run says of its tests; undefined if it did not begin. */
function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The names of skipped journeys, each with the reason. */
function skippedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        return `${projectName}: ${title} (${reason ?? 'it was not reached'})`;
      }),
  );
  return [...own, ...suites.flatMap(skippedIn)];
}
