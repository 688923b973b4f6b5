import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { findBrowser } from '@portfolio/cli/browser';

/** What the numbers were measured on, in one line. */
export function describeMachine(): string {
  const [processor] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const [load = 0] = os.loadavg();
  // The bench itself keeps two or three of them busy.
  const isShared = load > os.cpus().length + 3;
  return [
    `${os.cpus().length} cores (${processor?.model.trim() ?? 'unknown'})`,
    `${memory} GiB`,
    `${os.type()} ${os.release()}`,
    `Node.js ${process.version}`,
    browserVersion(),
    `load ${load.toFixed(1)} at the end${isShared ? ' (other work ran at the same time: bytes, requests and depth hold, times only side by side and not to a tenth)' : ''}`,
  ].join(', ');
}

function browserVersion(): string {
  const browser = findBrowser()?.executablePath;
  if (!browser) return 'no browser';
  // Some builds add their distribution, of no interest here.
  const said = execFileSync(browser, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return said.trim().replace(/ built on.*/, '');
}
