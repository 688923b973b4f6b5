import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '@portfolio/releases/release/release.ts';
import { readLog } from '@portfolio/releases/store/audit-log.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { addRelease } from './add-release.ts';
import { homePage, sectionFiles, shellFiles } from './small-site.ts';
import { startSmallApi } from './start-api.ts';
import { until } from './until.ts';

/** The headers of a visitor group of its own, behind one proxy. */
export const fromVisitorGroup = (number: number) => ({
  'X-Forwarded-For': `192.0.${number >> 8}.${number & 255}`,
});

type Says = Parameters<typeof addRelease>[3];

export type GuardedSite = Awaited<ReturnType<typeof startGuardedSite>>;

/**
 * A small site whose visitors say what fails them, and what becomes of it: what is live, what the
 * owner is told, what stands in the log.
 */
export async function startGuardedSite(env: Record<string, string> = {}) {
  const api = await startSmallApi({ TRUST_PROXY: '1', ...env });
  const { store } = api;
  const { dataDir } = api;
  const folder = path.join(dataDir, 'mail');

  const mails = async () => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
    return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  };
  /** A page says that it could not use a release, under these if they are not the live ones. */
  const report = ({ name, id }: Release, group: number, releases = '') =>
    api.get(
      name === 'shell'
        ? `/home?without=shell@${id}`
        : `/api/locales/en?releases=${releases}&failed=${name}@${id}`,
      fromVisitorGroup(group),
    );
  return {
    ...api,
    dataDir,
    /** The first release of home. */
    home: api.releases.home as Release,

    addHome: (words: string, says: Says = {}) =>
      addRelease(store, 'home', sectionFiles('home', words), { page: homePage, ...says }),
    addShell: (says: Says = {}) => {
      const script = `export const shell = "${crypto.randomUUID()}";`;
      return addRelease(store, 'shell', { ...shellFiles, 'main.0a1b2c3d.mjs': script }, says);
    },
    report,
    /** It failed so many visitor groups that the owner is told. */
    async reportTwice(release: Release) {
      for (const group of [1, 2]) await report(release, group);
    },

    live: (name: string) => readLiveOf(store, name).ids[0],
    /** What the site did by itself. */
    log: async () => (await readLog(store)).filter(({ key }) => key === 'site'),
    /** As they were sent. */
    mails,
    /** The one mail, once it is there. */
    async told() {
      await until(async () => (await mails()).length > 0, 'the owner is told');
      return (await mails())[0] ?? '';
    },
    /** All that visitors said is noted, and the owner is told. */
    settled: api.guard.settled,
  };
}
