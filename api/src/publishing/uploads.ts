import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Publish, readStatement, uploadsFolder } from '@portfolio/releases/access/index.ts';
import { LRUCache } from 'lru-cache';
import { wanted } from './received.ts';

/** A release that is being sent, in a folder of the server's own. */
export interface Upload {
  token: string;
  keyId: string;
  statement: Publish;
  folder: string;
  /** It was published; somebody did not get the answer. */
  isDone: boolean;
}

/** How many deploys of one section a key may have under way; beyond them the oldest goes. */
const mostOpen = 3;
const openMs = 24 * 60 * 60_000;
const mostKnown = 10;

const tokenForm = /^([0-9a-f]{16})-([0-9a-f]{32})-([a-z][a-z0-9-]{0,40})$/;
const open = '.open';
const done = '.done';

/**
 * What teams send until it is a release: `uploads/<key>/<section>/<hash>`. It lies there by its hash,
 * so that the next deploy takes up what broke off, and no stranger's word becomes a path.
 */
export function openUploads(dataDir: string) {
  const root = uploadsFolder(dataDir);
  const folderOf = (keyId: string, section: string) => path.join(root, keyId, section);
  // Every part of every file names its upload, and to read a statement takes a moment of all others.
  const known = new LRUCache<string, Publish>({ max: mostKnown });

  async function statementOf(token: string, file: string): Promise<Publish | undefined> {
    const read = known.get(token);
    if (read)
      return access(file).then(
        () => read,
        () => undefined,
      );
    const bytes = await readFile(file).catch(() => undefined);
    const statement = bytes && (readStatement(bytes) as Publish);
    if (statement) known.set(token, statement);
    return statement;
  }

  return {
    /** Keeps a statement that was verified. */
    async begin(keyId: string, statement: Publish, bytes: Buffer): Promise<Upload> {
      const folder = folderOf(keyId, statement.section);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const word = crypto.randomUUID().replaceAll('-', '');
      await writeFile(path.join(folder, word + open), bytes, { flag: 'wx', mode: 0o600 });
      await sweepAll(root);
      const token = `${keyId}-${word}-${statement.section}`;
      return { token, keyId, statement, folder, isDone: false };
    },

    /** The upload that a token was given for. */
    async find(token: string): Promise<Upload | undefined> {
      const [, keyId = '', word = '', section = ''] = tokenForm.exec(token) ?? [];
      const folder = folderOf(keyId, section);
      for (const ending of word ? [open, done] : []) {
        const statement = await statementOf(token, path.join(folder, word + ending));
        if (statement) return { token, keyId, statement, folder, isDone: ending === done };
      }
      return undefined;
    },

    /** What was sent with it is not needed any more. */
    async finish({ token, folder }: Upload): Promise<void> {
      const word = path.join(folder, tokenForm.exec(token)?.[2] ?? '');
      await rename(word + open, word + done);
      await sweep(folder);
    },
  };
}

async function sweepAll(root: string): Promise<void> {
  for (const key of await readdir(root))
    for (const section of await readdir(path.join(root, key)))
      await sweep(path.join(root, key, section));
}

/** Keeps what open uploads need: so many bytes at most as they may have. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  const dated = await Promise.all(
    names
      .filter((name) => name.endsWith(open) || name.endsWith(done))
      .map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const young = dated.filter(({ at }) => Date.now() - at < openMs).sort((a, b) => b.at - a.at);
  const opened = young.filter(({ name }) => name.endsWith(open)).slice(0, mostOpen);
  const finished = young.filter(({ name }) => name.endsWith(done)).slice(0, mostOpen);
  const kept = new Set([...opened, ...finished].map(({ name }) => name));
  for (const { name } of opened) {
    kept.add(name.replace(open, '.laid'));
    const statement = readStatement(await readFile(path.join(folder, name))) as Publish;
    for (const hash of wanted(statement).keys()) kept.add(hash);
  }
  for (const name of names)
    if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}
