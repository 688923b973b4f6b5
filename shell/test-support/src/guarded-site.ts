import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Release } from '@portfolio/releases/release/release.ts';
import { readLog } from '@portfolio/releases/store/audit-log.ts';
import { readLiveOf } from '@portfolio/releases/store/release-rows.ts';
import { addRelease } from './add-release.ts';
import { homePage, sectionFiles, shellFiles } from './small-site.ts';
import { startSmallApi } from './start-api.ts';
import { until } from './until.ts';

/** The headers of a request from a visitor group, behind one proxy. */
export const fromVisitorGroup = (number: number) => ({
  'X-Forwarded-For': `192.0.${number >> 8}.${number & 255}`,
});

type Says = Parameters<typeof addRelease>[3];

export type GuardedSite = Awaited<ReturnType<typeof startGuardedSite>>;

/**
 * Starts a small site for reports of failures, and reads what they cause: what is live, the mails, the log.
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
  /** Reports a failed release. @param releases the page's other releases, if they are not the live ones */
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
    home: api.releases.home as Release,

    addHome: (words: string, says: Says = {}) =>
      addRelease(store, 'home', sectionFiles('home', words), { page: homePage, ...says }),
    addShell: (says: Says = {}) => {
      const script = `export const shell = "${crypto.randomUUID()}";`;
      return addRelease(store, 'shell', { ...shellFiles, 'main.0a1b2c3d.mjs': script }, says);
    },
    report,
    /** Reports enough failures to notify the owner. */
    async reportTwice(release: Release) {
      for (const group of [1, 2]) await report(release, group);
    },

    live: (name: string) => readLiveOf(store, name).ids[0],
    log: async () => (await readLog(store)).filter(({ key }) => key === 'site'),
    mails,
    async told() {
      await until(async () => (await mails()).length > 0, 'the owner is told');
      return (await mails())[0] ?? '';
    },
    settled: api.guard.settled,
  };
}
