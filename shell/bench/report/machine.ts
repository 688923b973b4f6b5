import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { findBrowser } from '../../../api/src/browser.ts';

/** What the numbers were measured on, in one line. */
export function describeMachine(): string {
  const [processor] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const load = os.loadavg()[0]?.toFixed(1);
  return [
    `${os.cpus().length} cores (${processor?.model.trim() ?? 'unknown'})`,
    `${memory} GiB`,
    `${os.type()} ${os.release()}`,
    `Node.js ${process.version}`,
    browserVersion(),
    `load ${load} when this was written`,
  ].join(', ');
}

function browserVersion(): string {
  const browser = findBrowser();
  if (!browser) return 'no browser';
  // Some builds add their distribution, of interest to nobody here.
  const said = execFileSync(browser, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return said.trim().replace(/ built on.*/, '');
}
