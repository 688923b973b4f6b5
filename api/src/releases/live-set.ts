import { watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { readPointer } from './live-pointer.ts';
import type { Release } from './release.ts';
import { listNames, readRelease, releaseFolder, type Store } from './store.ts';

const siteMapSchema = z.array(
  z.object({ path: z.string().startsWith('/'), section: z.string(), key: z.string() }),
);

/** The releases of one moment: what a document, its texts and its scripts belong together by. */
export interface LiveSet {
  /** Names the set; equal sets have equal keys. */
  key: string;
  shell: Release;
  siteMap: z.infer<typeof siteMapSchema>;
  /** By section: the live release first, then the one to fall back to. */
  sections: Record<string, readonly Release[]>;
}

/** What is live, always at hand; `undefined` while no shell has been released. */
export interface LiveReleases {
  current(): LiveSet | undefined;
  close(): void;
}

/** A store on a mount tells nobody of its changes, so it is looked at once a second as well. */
const lookAgainMs = 1000;

/** Reads what is live, and again whenever a pointer changes: a deploy needs no restart. */
export async function followLiveReleases(store: Store, log: Log): Promise<LiveReleases> {
  await mkdir(store.folder, { recursive: true });
  let current = await readLiveSet(store).catch(tell);
  let reading: Promise<void> = Promise.resolve();

  function tell(error: unknown): undefined {
    log.error({ error: String(error) }, 'The releases cannot be read; the site stays as it is');
  }
  // One after the other: a look that began before a deploy must not be the last one.
  const refresh = () => {
    reading = reading
      .then(() => readLiveSet(store).catch(tell))
      .then((next) => {
        if (next && next.key !== current?.key) log.info({ live: next.key }, 'Live releases');
        current = next ?? current;
      });
  };
  if (current) log.info({ live: current.key }, 'Live releases');
  const watcher = watch(store.folder, { recursive: true }, (_event, file) => {
    if (file?.endsWith('live.json')) refresh();
  });
  watcher.on('error', (error) => log.warn({ error: String(error) }, 'Watching the store failed'));
  const timer = setInterval(refresh, lookAgainMs).unref();
  return {
    current: () => current,
    close: () => {
      watcher.close();
      clearInterval(timer);
    },
  };
}

async function readLiveSet(store: Store): Promise<LiveSet | undefined> {
  const names = await listNames(store);
  const entries = await Promise.all(
    names.map(async (name) => [name, await readLive(store, name)] as const),
  );
  const { shell: shells = [], ...sections } = Object.fromEntries(entries);
  const shell = shells[0];
  if (!shell) return undefined;
  const siteMapFile = path.join(releaseFolder(store, 'shell', shell.id), 'site-map.json');
  const siteMap = siteMapSchema.parse(JSON.parse(await readFile(siteMapFile, 'utf8')));
  const key = [shell, ...Object.values(sections).flat()].map((r) => `${r.name}@${r.id}`).join(' ');
  return { key, shell, siteMap, sections };
}

/** The live release and the one before; one that is broken in the store is passed over. */
async function readLive(store: Store, name: string): Promise<Release[]> {
  const ids = await readPointer(store, name);
  const releases = await Promise.all(
    ids.slice(0, 4).map((id) => readRelease(store, name, id).catch(() => undefined)),
  );
  return releases.filter((release) => release !== undefined).slice(0, 2);
}
