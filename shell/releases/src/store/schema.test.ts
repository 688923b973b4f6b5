import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { addRelease, buildRelease } from '@portfolio/test-support/add-release.ts';
import { sectionFiles, shellFiles } from '@portfolio/test-support/small-site.ts';
import { openTemporaryStore, temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { findFaults, readLiveSet } from '../live/follow-live-releases.ts';
import { noteFault } from './faults.ts';
import { listReleases } from './store.ts';

/** The tables of earlier versions. */
const gone = [
  ...['pages', 'allowances', 'visits', 'notices', 'uploads', 'received'],
  ...['used_nonces', 'team_keys', 'contents'],
];

test.each([
  [5, 'origins TEXT,', ''],
  [7, '', 'is_told BIGINT,'],
])('a store of version %i is brought to archives', async (version, origins, isTold) => {
  const DATA_DIR = temporaryFolder();
  const database = new DatabaseSync(path.join(DATA_DIR, 'site.sqlite'));
  database.exec(`
    CREATE TABLE schema_version (name TEXT PRIMARY KEY, version INTEGER NOT NULL);
    INSERT INTO schema_version VALUES ('site', ${version});
    CREATE TABLE changes (number BIGINT NOT NULL);
    INSERT INTO changes VALUES (7);
    CREATE TABLE releases (name TEXT NOT NULL, id TEXT NOT NULL, description TEXT NOT NULL,
      created_at TEXT NOT NULL, commit_hash TEXT NOT NULL, files BIGINT NOT NULL,
      bytes BIGINT NOT NULL, ${origins} left_at BIGINT, PRIMARY KEY (name, id));
    CREATE TABLE live (name TEXT PRIMARY KEY, ids TEXT NOT NULL, retired TEXT NOT NULL, built_from TEXT);
    CREATE TABLE log (number BIGINT PRIMARY KEY, entry TEXT NOT NULL);
    CREATE TABLE faults (name TEXT NOT NULL, id TEXT NOT NULL, error TEXT NOT NULL,
      places TEXT NOT NULL, visitors BIGINT NOT NULL, last_at BIGINT NOT NULL,
      ${isTold} PRIMARY KEY (name, id, error, places));`);
  for (const name of gone)
    database.exec(`CREATE TABLE ${name} (hash TEXT, encoding TEXT, bytes BLOB)`);
  const keep = database.prepare('INSERT INTO contents VALUES (?, ?, ?)');
  for (const [name, files] of [
    ['shell', shellFiles],
    ['home', sectionFiles('home', 'Home')],
  ] as const) {
    const { release, contents } = await buildRelease(name, files);
    for (const [file, content] of contents) {
      const { integrity = '' } = release.files[file] ?? {};
      const hash = Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex');
      const folder = path.join(DATA_DIR, 'files', hash.slice(0, 2));
      await mkdir(folder, { recursive: true });
      // Several machines had them in their database, with compressed forms.
      if (name === 'shell') await writeFile(path.join(folder, hash), content);
      else for (const form of ['br', '']) keep.run(hash, form, form ? Buffer.of() : content);
    }
    const { id, createdAt, commit } = release;
    const insert = database.prepare(`INSERT INTO releases
      (name, id, description, created_at, commit_hash, files, bytes) VALUES (?, ?, ?, ?, ?, 0, 100)`);
    insert.run(name, id, JSON.stringify(release), createdAt, commit);
    database.prepare(`INSERT INTO live VALUES (?, ?, '[]', NULL)`).run(name, JSON.stringify([id]));
  }
  database.close();

  const store = await openTemporaryStore({ DATA_DIR });
  const tables = await store.database.run(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  expect(tables.filter(({ name }) => gone.includes(String(name)))).toEqual([]);
  expect(await findFaults(store)).toEqual([]);
  expect((await readLiveSet(store))?.pages.map((page) => page.path)).toEqual(['/home']);
  const next = await addRelease(store, 'home', sectionFiles('home', 'Next'));
  await noteFault(store, next);
  const all = [{ is: 'live', failed: 1 }, { is: 'previous' }, { is: 'live', name: 'shell' }];
  expect(await listReleases(store)).toMatchObject(all);
  expect(await findFaults(store)).toEqual([]);
});
