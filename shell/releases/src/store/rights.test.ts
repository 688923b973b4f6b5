import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as rule } from '@jest/globals';
import { temporaryFolder } from '@portfolio/test-support/temporary-store.ts';
import { storeIn } from './store.ts';
import { withStoreLock } from './store-lock.ts';

const script = path.join(import.meta.dirname, '../../../test-support/src/ship-release.ts');
const commands = path.join(import.meta.dirname, '../../../cli/src/portfolio.ts');

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
const test = user === undefined ? rule.skip : rule;
if (user === undefined) console.info('Rights are not tried: only root can become another user.');

/** A store of the owner's, in which the folder of one section belongs to the second user. */
function storeOfTwo() {
  const data = temporaryFolder();
  chmodSync(data, 0o755);
  const store = path.join(data, 'releases');
  mkdirSync(store, { mode: 0o755 });
  for (const name of ['contact', 'home']) mkdirSync(path.join(store, name), { mode: 0o755 });
  chownSync(path.join(store, 'contact'), Number(user), Number(user));
  return store;
}

function shipAs(uid: number, store: string, name: string) {
  return runAs(uid, [script, store, name]);
}

async function runAs(uid: number, args: string[], env = process.env) {
  const child = spawn(process.execPath, args, { uid, gid: uid, cwd: '/', env });
  const [said, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'close');
  return { said, faults, code: child.exitCode };
}

test('who may write the folder of one section, and nothing else, ships and rolls back', async () => {
  const { said, faults, code } = await shipAs(Number(user), storeOfTwo(), 'contact');
  expect([faults, code]).toEqual(['', 0]);
  expect(JSON.parse(said)).toHaveLength(1);
});

test('nobody ships into the folder of another section', async () => {
  const { faults, code } = await shipAs(Number(user), storeOfTwo(), 'home');
  expect(code).toBe(1);
  expect(faults).toMatch(/EACCES/);
});

test('who can only read the lock does not get it', async () => {
  const store = storeOfTwo();
  const lock = path.join(store, 'contact/.lock');
  writeFileSync(lock, '', { mode: 0o444 });
  chownSync(lock, 0, 0);
  const { faults, code } = await shipAs(Number(user), store, 'contact');
  expect(code).toBe(1);
  expect(faults).toContain('You may not change contact');
});

/** A link in the place of a lock: to where nothing is, to a file, and another name of a file. */
const links: Record<string, (data: string, place: string) => void> = {
  'to nothing': (data, place) => symlinkSync(path.join(data, 'keys.json'), place),
  'to a file': (data, place) => symlinkSync(path.join(data, 'releases/home/live.json'), place),
  'of a file': (data, place) => linkSync(path.join(data, 'releases/home/live.json'), place),
};

test.each(Object.entries(links))(
  'a link %s that takes the place of a held lock leads the waiting owner nowhere',
  async (_where, layLink) => {
    const store = storeOfTwo();
    const data = path.dirname(store);
    const lock = path.join(store, 'contact/.lock');
    const live = path.join(store, 'home/live.json');
    writeFileSync(live, '["0123456789ab"]', { mode: 0o600 });
    const outside = () =>
      readdirSync(data, { recursive: true, encoding: 'utf8' })
        .filter((file) => !file.startsWith('releases/contact'))
        .map((file) => [file, readModeOf(path.join(data, file))]);
    const before = outside();
    const holds = ['-c', 'exec 9>"$0" && flock 9 && echo held && exec sleep 60', lock];
    const team = spawn('sh', holds, { uid: Number(user), gid: Number(user) });
    await once(team.stdout, 'data');
    const waiting = withStoreLock(storeIn(data), 'contact', async () => lstatSync(lock));
    // It asks every 100 ms.
    await sleep(300);
    layLink(data, `${lock}.new`);
    renameSync(`${lock}.new`, lock);
    const held = await waiting;
    team.kill();
    expect([held.isFile(), held.nlink]).toEqual([true, 1]);
    expect(outside()).toEqual(before);
  },
);

function readModeOf(place: string) {
  const { mode, uid, gid, size, mtimeMs } = lstatSync(place);
  return { mode, uid, gid, size, mtimeMs };
}

test('what the owner did in a section does not shut its team out', async () => {
  const store = storeOfTwo();
  await shipAs(0, store, 'contact');
  const { faults, code } = await shipAs(Number(user), store, 'contact');
  expect([faults, code]).toEqual(['', 0]);
});

test('a folder that its team shut for everybody is named, and the others are listed and pruned', async () => {
  const store = storeOfTwo();
  chownSync(path.join(store, 'home'), Number(user), Number(user));
  await shipAs(Number(user), store, 'home');
  chownSync(path.join(store, 'contact'), 0, 0);
  chmodSync(path.join(store, 'contact'), 0);
  const env = { ...process.env, DATA_DIR: path.dirname(store) };
  const listed = await runAs(Number(user), [commands, 'releases'], env);
  expect(listed.said).toMatch(/^home .* live /m);
  expect(listed.faults).toContain('contact: its folder cannot be listed (EACCES)');
  const prune = [commands, 'releases', 'prune', '--days', '0', '--yes'];
  const pruned = await runAs(Number(user), prune, env);
  expect([pruned.faults, pruned.code]).toEqual(['', 0]);
  expect(pruned.said).toMatch(/^Removed:\n {2}home@/);
});

test('pruning passes over what it may not remove, names it, and removes the rest', async () => {
  const store = storeOfTwo();
  chownSync(path.join(store, 'home'), Number(user), Number(user));
  const rolledBack: Record<string, string> = {};
  for (const name of ['contact', 'home']) {
    await shipAs(Number(user), store, name);
    rolledBack[name] = readdirSync(path.join(store, name, '.left'))[0] ?? '';
  }
  chownSync(path.join(store, 'contact', String(rolledBack.contact)), 0, 0);
  const { said, faults, code } = await runAs(
    Number(user),
    [commands, 'releases', 'prune', '--days', '0', '--yes'],
    { ...process.env, DATA_DIR: path.dirname(store) },
  );
  expect(said).toContain(`home@${rolledBack.home}`);
  expect(faults).toMatch(`This could not be removed`);
  expect(faults).toContain(`contact@${rolledBack.contact}: EACCES`);
  expect(code).toBe(1);
  expect(readdirSync(path.join(store, 'home'))).not.toContain(rolledBack.home);
});
