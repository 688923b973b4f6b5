import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.ts';

const execute = promisify(execFile);

/** A copy of this machine with its own systemd, which loses all changes at its end. */
export interface ThrowawayMachine {
  /** The folder of its `/srv`, which is on the disk; all else is in memory. */
  srv: string;
  /** Runs a script as root. @returns its output; rejects with the line that failed */
  run(script: string): Promise<string>;
  stop(): Promise<void>;
}

const needed = 'systemd-nspawn nsenter unshare setpriv mount sudo git openssl rsync nginx'.split(
  ' ',
);

/**
 * Boots a machine over an overlay of the root file system, in the network of this machine.
 * @returns undefined, with a line in the log, if that is not possible here
 */
export async function bootThrowawayMachine(): Promise<ThrowawayMachine | undefined> {
  const missing = needed.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
  if (missing.length > 0) return skip(`${missing.join(', ')} not installed`);
  if (process.getuid?.() !== 0) return skip('only root can start a second system');

  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-machine-'));
  const srv = path.join(folder, 'srv');
  await mkdir(srv);
  await writeFile(path.join(srv, '.throwaway'), '');
  await mkdir(path.join(folder, 'memory'));
  // The machine ends with the test, even if that is killed.
  const machine = spawn(
    'unshare',
    ['--mount', 'setpriv', '--pdeathsig', 'TERM', 'sh', '-ec', boot, folder, path.basename(folder)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  machine.stderr.on('data', (chunk) => {
    said += chunk;
  });

  async function stop(): Promise<void> {
    const pid = await firstProcess(machine.pid);
    if (machine.exitCode === null) {
      const ended = once(machine, 'close');
      if (pid) process.kill(pid, 'SIGKILL');
      else machine.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }

  async function run(script: string): Promise<string> {
    const enter = ['--target', String(await firstProcess(machine.pid)), '--all'];
    // During the boot its first process may still see this machine, on which no script may run.
    const guarded = `test -e /srv/.throwaway\ncd /\n${script}`;
    const bash = ['bash', '--noprofile', '--norc', '-exo', 'pipefail', '-c', guarded];
    const options = { env: environment(), maxBuffer: 10_000_000 };
    const { stdout } = await execute('nsenter', [...enter, ...bash], options);
    return stdout;
  }

  const isUp = () =>
    run('systemctl is-active basic.target').then(
      () => true,
      () => machine.exitCode !== null,
    );
  await until(isUp, 'the machine has booted').catch(() => {});
  if (machine.exitCode === null && (await isUp())) return { srv, run, stop };
  await stop();
  return skip(`no second system boots here: ${said.trim()}`);
}

/** Boots only basic.target: other units of Debian would disturb this machine, or wait for its network. */
const boot = `
  mount -t tmpfs tmpfs "$0/memory"
  cd "$0/memory"
  mkdir changed work root
  mount -t overlay overlay -o lowerdir=/,upperdir=$PWD/changed,workdir=$PWD/work root
  exec systemd-nspawn --quiet --directory="$PWD/root" --bind="$0/srv:/srv" --machine="$1" \
    --register=no --keep-unit --link-journal=no --resolv-conf=off --timezone=off \
    --boot systemd.unit=basic.target systemd.mask=timers.target systemd.mask=network-online.target`;

/** The process that has the id 1 inside the machine. */
async function firstProcess(nspawn: number | undefined): Promise<number> {
  const children = await readFile(`/proc/${nspawn}/task/${nspawn}/children`, 'utf8').catch(
    () => '',
  );
  return Number(children.trim().split(' ').at(-1));
}

/** The environment of a new login: without variables of the test runner and folders of this checkout. */
function environment(): NodeJS.ProcessEnv {
  const ofTests = /^(npm_|NODE_(?!EXTRA_CA)|JEST|CI$|INIT_CWD$)/;
  const kept = Object.entries(process.env).filter(([name]) => !ofTests.test(name));
  const folders = (process.env.PATH ?? '').split(':');
  const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(':');
  return { ...Object.fromEntries(kept), PATH };
}

function skip(reason: string): undefined {
  console.info(`What is done on a server is not tried: ${reason}.`);
}
