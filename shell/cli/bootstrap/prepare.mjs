/**
 * What a bare machine needs before anything else can run. Plain JavaScript without packages: it
 * runs on the Node.js that is there (20 or newer), everything after it on the pinned one.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const modules = path.join(root, 'node_modules');
const marker = path.join(modules, '.installed');
const pinnedNode = path.join(modules, '.bin', 'node');

/** Ends a command that takes no words when it is given some, and says what it does. */
export function takeNoWords(usage) {
  const [word] = process.argv.slice(2);
  if (word === undefined) return;
  console.log(usage);
  process.exit(word === '--help' || word === '-h' ? 0 : 2);
}

/** Installs the packages when the lock file says that something is missing. */
export async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const isFresh = !existsSync(pinnedNode);
  console.log(isFresh ? 'Installing the packages …' : 'The packages changed, installing …');
  // Not `npm ci`: it refuses a lock file without the binaries of every other platform, and a
  // registry need not have them all. Every version is pinned in the package files.
  await run('npm', ['install', '--loglevel=error']);
  writeFileSync(marker, wanted);
}

/**
 * Installs the packages where they are missing. What is there stays as it is: a roll-back on a server must
 * need neither a registry nor the right to write here.
 */
export async function installOnce() {
  if (!existsSync(pinnedNode)) await install();
}

/**
 * Runs a script on the pinned Node.js and ends with it: signals are passed on, and a failure is this
 * process's failure.
 */
export function runPinned(...args) {
  return run(pinnedNode, args);
}

/** Runs a script on the pinned Node.js beside this one, which goes on whatever becomes of it. */
export function runBeside(...args) {
  const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit' });
  child.on('error', (error) => console.error(error));
  process.on('exit', () => child.kill());
}

async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const pass = (signal) => child.kill(signal);
  process.on('SIGTERM', pass).on('SIGINT', pass);
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGTERM', pass).off('SIGINT', pass);
  if (code !== 0) process.exit(code ?? 1);
}
