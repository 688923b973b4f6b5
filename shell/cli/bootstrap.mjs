/**
 * `node shell/cli/bootstrap.mjs start|test|dev|run …`: what npm scripts begin with on a bare machine.
 * Plain JavaScript without packages, on the Node.js that is there (20 or newer); what it runs is on the
 * pinned one.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'node_modules');
const marker = path.join(modules, '.installed');
const pinnedNode = path.join(modules, '.bin', 'node');
const portfolio = 'shell/cli/src/portfolio.ts';
const inherited = { cwd: root, stdio: 'inherit' };

/** Of the scripts that take no words. */
const usages = {
  start: `Usage: npm start

Installs, builds, releases and serves the site. Its settings are environment variables, such as
PORT=8080 npm start; README.md lists them.`,
  test: `Usage: npm test

Runs rules, processes, and journeys in Chromium. For some of them: npm run jest -- <part of a path>,
and npm run test:journeys -- <part of a name>. Everything: npm run test:all.`,
};

const scripts = {
  async start() {
    await install();
    await run(pinnedNode, portfolio, 'deploy', '--changed', '--before-start');
    // Pages are prerendered while the site runs, which goes on whatever becomes of that.
    const beside = spawn(pinnedNode, [portfolio, 'prerender', '--quiet'], inherited);
    beside.on('error', (error) => console.error(error));
    process.on('exit', () => beside.kill());
    await run(pinnedNode, 'api/src/main.ts');
  },

  async test() {
    await install();
    await run(pinnedNode, 'shell/test-support/run-tests.ts');
  },

  async dev(...words) {
    await install();
    await run(pinnedNode, portfolio, 'dev', ...words);
  },

  /** What is there stays as it is: a roll-back on a server must need neither a registry nor the right to write here. */
  async run(...words) {
    if (!existsSync(pinnedNode)) await install();
    await run(pinnedNode, ...words);
  },
};

const [script, ...words] = process.argv.slice(2);
if (script in usages && words.length > 0) {
  console.log(usages[script]);
  process.exit(['--help', '-h'].includes(words[0]) ? 0 : 2);
}
await scripts[script](...words);

/** Installs the packages when the lock file says that something is missing. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const isFresh = !existsSync(pinnedNode);
  console.log(isFresh ? 'Installing the packages …' : 'The packages changed, installing …');
  // Not `npm ci`: it refuses a lock file without the binaries of every other platform, and a
  // registry need not have them all. Every version is pinned in the package files.
  // Another npm writes another lock file: this checkout would be changed, and installed again each time.
  const startedAt = Date.now();
  const progress = setInterval(() => {
    console.log(`… still installing after ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }, 5000);
  await run('npm', 'install', '--no-save', '--loglevel=error');
  clearInterval(progress);
  writeFileSync(marker, wanted);
}

/** Signals are passed on, and its failure is this process's failure. */
async function run(command, ...args) {
  // On Windows npm is npm.cmd, which only a shell starts.
  const shell = command === 'npm' && process.platform === 'win32';
  const child = spawn(command, args, { ...inherited, shell });
  const pass = (signal) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGTERM', pass).off('SIGINT', pass);
  if (code !== 0) process.exit(code ?? 1);
}
