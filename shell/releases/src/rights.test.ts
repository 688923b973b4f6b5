import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';

const script = path.join(import.meta.dirname, '../../test-support/src/ship-release.ts');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The number of a user who may do nothing; only root can become one. */
function findSecondUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

const user = findSecondUser();
const asSecondUser = user === undefined ? test.skip : test;
if (user === undefined) console.info('Rights are not tried: only root can become another user.');

/** A store of the owner's, in which the folder of one section belongs to the second user. */
function storeOfTwo() {
  const store = mkdtempSync(path.join(os.tmpdir(), 'portfolio-rights-'));
  folders.push(store);
  chmodSync(store, 0o755);
  for (const name of ['contact', 'home']) mkdirSync(path.join(store, name), { mode: 0o755 });
  chownSync(path.join(store, 'contact'), Number(user), Number(user));
  return store;
}

async function shipAs(uid: number, store: string, name: string) {
  const child = spawn(process.execPath, [script, store, name], { uid, gid: uid, cwd: '/' });
  const [said, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'close');
  return { said, faults, code: child.exitCode };
}

asSecondUser(
  'who may write the folder of one section, and nothing else, ships and rolls back',
  async () => {
    const { said, faults, code } = await shipAs(Number(user), storeOfTwo(), 'contact');
    expect([faults, code]).toEqual(['', 0]);
    expect(JSON.parse(said)).toHaveLength(1);
  },
  60_000,
);

asSecondUser(
  'nobody ships into the folder of another section',
  async () => {
    const { faults, code } = await shipAs(Number(user), storeOfTwo(), 'home');
    expect(code).toBe(1);
    expect(faults).toMatch(/EACCES/);
  },
  60_000,
);

asSecondUser(
  'who can only read the lock does not get it',
  async () => {
    const store = storeOfTwo();
    const lock = path.join(store, 'contact/.lock');
    writeFileSync(lock, '', { mode: 0o444 });
    chownSync(lock, 0, 0);
    const { faults, code } = await shipAs(Number(user), store, 'contact');
    expect(code).toBe(1);
    expect(faults).toContain('You may not change contact');
  },
  60_000,
);

asSecondUser(
  'what the owner did in a section does not shut its team out',
  async () => {
    const store = storeOfTwo();
    await shipAs(0, store, 'contact');
    const { faults, code } = await shipAs(Number(user), store, 'contact');
    expect([faults, code]).toEqual(['', 0]);
  },
  60_000,
);
