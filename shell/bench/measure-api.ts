import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compareServers } from './api/compare-servers.ts';
import { connections } from './api/load.ts';
import { addressesOf, startServer } from './api/served-site.ts';
import type { BenchOptions } from './options.ts';
import { buildSite } from './variants/build-site.ts';

/** The API under load, on this machine only. */
export async function measureApi(options: BenchOptions): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-api-bench-'));
  const dataDir = path.join(folder, 'data');
  try {
    await buildSite(dataDir);
    const api = await startServer({ DATA_DIR: dataDir }, '/home');
    console.log('The API and a plain Express route take turns …');
    try {
      const beside = await compareServers(api, await addressesOf(dataDir), folder, options);
      return `### The API beside a plain Express route: ${connections} connections\n\n${beside}`;
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
