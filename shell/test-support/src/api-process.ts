import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll } from '@jest/globals';
import { inherited } from './ask-command.ts';

const main = path.join(import.meta.dirname, '../../../api/src/main.ts');

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** What a process said and how it ended. */
export interface Ended {
  code: number | null;
  said: string;
}

/** The API as a process of its own, with an empty store unless the environment names another. */
export async function startApiProcess(
  env: Record<string, string>,
  [command, ...words]: readonly [string, ...string[]] = [process.execPath, main],
) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portfolio-process-'));
  const child = spawn(command, words, {
    env: { ...inherited, DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const lines: string[] = [];
  const ended = endOf(child, lines).finally(() => rm(dataDir, { recursive: true, force: true }));
  return {
    ended,
    pid: child.pid,
    port: portOf(child, lines),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  };
}

/** The port it listens on, once it says so; 0 when it ends before. */
function portOf(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr] as NodeJS.ReadableStream[])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const port = line.match(/"port":(\d+)/)?.[1];
        if (port) resolve(Number(port));
      });
    child.once('close', () => resolve(0));
  });
}

function endOf(child: ChildProcess, lines: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said: lines.join('\n') }));
  });
}
