import { openStore } from '@portfolio/releases/live/open-store.ts';
import { findRelease, readLiveOf } from '@portfolio/releases/store/releases.ts';
import { startApiProcess } from '@portfolio/test-support/api-process.ts';

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
  const store = await openStore({ DATA_DIR: dataDir }, { info() {}, error() {} });
  const [id = ''] = readLiveOf(store, 'shell').ids;
  const shell = findRelease(store, { name: 'shell', id });
  await store.close();
  return {
    'the locale call': '/api/locales/en',
    'the document of /home with its page': '/home',
    'the shell’s script': `/releases/shell/${id}/${shell?.entry}`,
  };
}
