import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyStore } from '@portfolio/releases/store/copy-store.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';
import { startPostgres } from '@portfolio/test-support/postgres.ts';

const quiet = { info() {}, error() {} };

/** A server under load. */
export interface Served {
  url: string;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  stop(): Promise<unknown>;
}

/**
 * Starts the site with these settings, or another server, which says its port as the site does, and
 * waits for its first answer. What is compiled is not kept: a start is measured, too.
 */
export async function startServer(
  settings: Record<string, string>,
  first: string,
  command?: Parameters<typeof startApiProcess>[1],
): Promise<Served> {
  const began = performance.now();
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', RATE_LIMIT: 'off', ...settings };
  const { pid = 0, url, stop } = await startApiProcess({ ...env, PORT: '0' }, command);
  const answer = await fetch((await url) + first);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${first} is answered with ${answer.status}.`);
  const startMs = performance.now() - began;
  return { url: await url, pid, startMs, stop: () => stop('SIGTERM') };
}

/** What is asked for under load: the texts, a document, and the largest script that every visit asks for. */
export async function addressesOf(dataDir: string): Promise<Record<string, string>> {
  const shell = path.join(dataDir, 'releases/shell');
  const [id] = JSON.parse(await readFile(path.join(shell, 'live.json'), 'utf8'));
  const { entry } = JSON.parse(await readFile(path.join(shell, id, 'release.json'), 'utf8'));
  return {
    'the locale call': '/api/locales/en',
    'the document of /home with its page': '/home',
    'the shell’s script': `/releases/shell/${id}/${entry}`,
  };
}

/** A store in a folder, and the same in a database. */
export interface TwoStores {
  /** What makes a process use one of them, each with a folder of its own. */
  folder: { DATA_DIR: string };
  database: { DATA_DIR: string; DATABASE_URL: string };
  stop(): Promise<void>;
}

/** Copies the store of a folder into a database of its own. */
export async function copyToDatabase(dataDir: string, ownFolder: string): Promise<TwoStores> {
  const postgres = await startPostgres();
  const DATABASE_URL = await postgres.createDatabase('site');
  const database = { DATA_DIR: ownFolder, DATABASE_URL };
  const [from, to] = [
    await openStore({ DATA_DIR: dataDir }, quiet),
    await openStore(database, quiet),
  ];
  try {
    await copyStore(from, to, () => {});
  } finally {
    await to.close();
  }
  return { folder: { DATA_DIR: dataDir }, database, stop: () => postgres.stop() };
}
