import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { compareBesideUpload } from './api/beside-upload.ts';
import { compareServers } from './api/compare-servers.ts';
import { loadTool } from './api/load.ts';
import { mainScript } from './api/main-script.ts';
import { startProcess } from './api/start-process.ts';
import { serveStore } from './api/two-stores.ts';
import type { BenchOptions } from './options.ts';
import { buildSite } from './variants/build-site.ts';

const locale = '/api/locales/en';

/** The API under load, on this machine only. */
export async function measureApi(options: BenchOptions): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portfolio-api-bench-'));
  const dataDir = path.join(folder, 'data');
  try {
    await buildSite(dataDir);
    const api = await startProcess(serveStore({ DATA_DIR: dataDir }), '/home');
    try {
      const addresses = {
        'the locale call': locale,
        'the document of /home with its page': '/home',
        'the shell’s script': await mainScript(dataDir),
      };
      console.log('The API, a plain Express route and nginx take turns …');
      const beside = await compareServers(api, addresses, folder, options);
      console.log('The locale call while a team publishes …');
      const publishing = await compareBesideUpload(api, dataDir, locale, 3 * options.seconds);
      const tool = `32 connections, loaded by ${loadTool}`;
      return `### The API beside others: ${tool}\n\n${beside}\n\n### The locale call while a team publishes\n\n${publishing}`;
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
