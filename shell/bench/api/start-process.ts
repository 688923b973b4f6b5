import { type ChildProcess, spawn } from 'node:child_process';
import { findFreePort } from '@portfolio/test-support/free-port.ts';

/** A server under load: whatever it is, it listens on the port it was given. */
export interface Served {
  url: string;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  stop(): Promise<void>;
}

const timeoutMs = 30_000;

/** Starts a server and waits for its first answer with 200. */
export async function startProcess(
  command: (port: number) => { file: string; args: string[]; env?: Record<string, string> },
  path: string,
): Promise<Served> {
  const port = await findFreePort();
  const { file, args, env } = command(port);
  const began = performance.now();
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(child, `${url}${path}`, began + timeoutMs);
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilAnswered(child: ChildProcess, address: string, end: number): Promise<void> {
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill();
  throw new Error(`${child.spawnfile} did not answer at ${address}`);
}
