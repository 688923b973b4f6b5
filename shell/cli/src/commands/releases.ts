import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@portfolio/api/config.ts';
import { retire, rollBack } from '@portfolio/releases/live/change-live.ts';
import { findFaults } from '@portfolio/releases/live/follow-live-releases.ts';
import { BrokenFileError } from '@portfolio/releases/release/files.ts';
import { formatRef, parseRef } from '@portfolio/releases/release/release.ts';
import { type KnownError, readThrown } from '@portfolio/releases/store/faults.ts';
import {
  copyStore,
  type ListedRelease,
  type LogEntry,
  listReleases,
  openStore,
  readLog,
  type StoreSettings,
} from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import {
  expectReleased,
  findDeployable,
  nothingReleased,
  openOwnStore,
  sectionName,
  temporaryFolder,
} from '../project/project.ts';
import { siteOfTeam } from '../publishing/site.ts';
import {
  formatAge,
  NotPossibleError,
  printRows,
  WrongUseError,
  withoutControls,
} from '../terminal/terminal.ts';

const cellsOf = ({ name, id, is, createdAt, bytes, commit, failed }: ListedRelease) => ({
  name,
  id,
  is,
  age: formatAge(new Date(createdAt)),
  size: `${Math.round(bytes / 1000)} kB`,
  commit,
  failed: String(failed),
});

export function defineReleases(command: Command): void {
  command
    // `copy` has its own --to.
    .enablePositionalOptions()
    .option('--to <site>', 'those of the section in this folder, on a site over HTTPS')
    .action(showReleases);

  command
    .command('retire')
    .description('take a section out of what is live; its releases stay')
    .argument('<name>', 'the section', sectionName)
    .option('--to <site>', 'on a site over HTTPS')
    .action((name: string, _options, retiring: Command) =>
      retireSection(name, retiring.optsWithGlobals()),
    );

  command
    .command('faults')
    .description('what releases threw in browsers of visitors, by file and line')
    .argument('<name>', 'the section, or shell', sectionName)
    .option('--to <site>', 'on a site over HTTPS')
    .action((name: string, _options, faults: Command) =>
      showFaults(name, faults.optsWithGlobals()),
    );

  command
    .command('export')
    .description('write the files of a release into a folder')
    .argument('<release>', 'such as home@0123456789ab')
    .argument('<folder>', 'one that is not there yet')
    .action(exportTo);

  command
    .command('copy')
    .description(
      'copy all of them into an empty place, as from one machine to the database of several',
    )
    .requiredOption('--from <place>', 'a DATA_DIR or a DATABASE_URL')
    .requiredOption('--to <place>', 'an empty one')
    .action(copyReleases);

  command.command('log').description('who published or rolled back what').action(showLog);
}

export function defineRollback(command: Command): void {
  command
    .argument('<name>', '"shell" or a section', sectionName)
    .argument('[id]', 'the release, as the table of "releases" names it')
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(rollback);
}

const logged = ({ at, key, did, section, release, from, to }: LogEntry) => ({
  when: at.replace(/\.\d+Z$/, 'Z'),
  key,
  what: [did, section && (release ? `${section}@${release}` : section)].filter(Boolean).join(' '),
  from: from ?? '',
  to: to ?? '',
});

async function showLog(): Promise<void> {
  await using store = await openOwnStore();
  printRows(await readLog(store), logged, 'Nothing has been done yet.');
}

async function showReleases({ to }: { to?: string }): Promise<void> {
  if (to !== undefined) {
    const { name } = await findDeployable(undefined);
    const site = await siteOfTeam(to, name);
    const { releases } = await site.list(name);
    const none = `Nothing of ${name} has been released on ${site.origin}.`;
    return printRows(releases, cellsOf, none);
  }
  await using store = await openOwnStore();
  printRows(await listReleases(store), cellsOf, nothingReleased(store.dataDir));
  const broken = await findFaults(store);
  if (broken.length > 0)
    console.error(listUntrusted('Broken, and passed over by the site:', broken));
}

function listUntrusted(title: string, lines: readonly string[]): string {
  return [title, ...lines].map(withoutControls).join('\n  ');
}

async function showFaults(name: string, { to }: { to?: string }): Promise<void> {
  if (to !== undefined) {
    const { faults } = await (await siteOfTeam(to, name)).list(name, 'faults');
    return printFaults(name, faults);
  }
  await using store = await openOwnStore();
  await expectReleased(store, name);
  printFaults(name, await readThrown(store, { name }));
}

function printFaults(name: string, faults: readonly KnownError[]): void {
  if (faults.length === 0) console.log(`No browser has said that ${name} threw anything.`);
  for (const { id, visitors, lastAt, error, lines } of faults) {
    const of = `${visitors} ${visitors === 1 ? 'visitor' : 'visitors'}`;
    const title = `${name}@${id}  ${of}, the last ${formatAge(new Date(lastAt))} ago`;
    console.log(listUntrusted(title, [error, ...lines.map((line) => `  at ${line}`)]));
  }
}

async function retireSection(name: string, { to }: { to?: string }): Promise<void> {
  const back = `Bring it back with: npx portfolio rollback ${name}${to ? ` --to ${to}` : ''}`;
  const say = (id: string) => console.log(`${name}@${id} is not live any more. ${back}`);
  if (to !== undefined) return say(await (await siteOfTeam(to, name)).change('DELETE', name, ''));
  await using store = await openOwnStore();
  await expectReleased(store, name);
  say(await retire(store, name));
}

async function rollback(name: string, id: string | undefined, { to }: { to?: string }) {
  const say = (live: string) => console.log(`${name}@${live} is live.`);
  if (to !== undefined) {
    const target = id === undefined ? '' : `to=${encodeURIComponent(id)}`;
    return say(await (await siteOfTeam(to, name)).change('POST', name, target));
  }
  await using store = await openOwnStore();
  await expectReleased(store, name);
  say(await rollBack(store, name, id));
}

async function exportTo(text: string, folder: string): Promise<void> {
  const ref = parseRef(sectionName(text));
  if (!ref) throw new WrongUseError(`"${text}" is no release. For example: home@0123456789ab`);
  const target = path.resolve(folder);
  if (existsSync(target))
    throw new NotPossibleError(
      `There is a ${target} already. Name a folder that is not there yet.`,
    );
  await using store = await openOwnStore();
  await store.releases.export(ref, target).catch((error) => {
    throw error instanceof BrokenFileError
      ? new NotPossibleError(`${formatRef(ref)} ${error.message}.`)
      : error;
  });
  console.log(`The files of ${formatRef(ref)} are in ${target}.`);
}

async function copyReleases({ from, to }: { from: string; to: string }): Promise<void> {
  const [source, target] = [readPlace(from), readPlace(to)];
  if (!source.DATABASE_URL && !existsSync(path.join(source.DATA_DIR, 'site.sqlite')))
    throw new NotPossibleError(
      `There is no ${path.join(from, 'site.sqlite')}: --from is the DATA_DIR of a site, or its DATABASE_URL.`,
    );
  await using one = await openStore(source);
  await using other = await openStore(target);
  console.log(`${await copyStore(one, other)} releases were copied.`);
}

/** Checks a place like a setting: a mistyped address would become the name of a folder. */
function readPlace(text: string): StoreSettings {
  const isAddress = /^\w+:\//.test(text);
  readConfig(isAddress ? { DATABASE_URL: text } : { DATA_DIR: text });
  if (!isAddress) return { DATA_DIR: path.resolve(text) };
  // A database needs a local folder for its cache, which is deleted when the process exits.
  return { DATA_DIR: temporaryFolder(), DATABASE_URL: text };
}
