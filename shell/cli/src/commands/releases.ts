import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@portfolio/api/config.ts';
import { type AuditEntry, readAudit } from '@portfolio/releases/access/index.ts';
import { readFaults } from '@portfolio/releases/ledger/faults.ts';
import { retire } from '@portfolio/releases/live/move-pointer.ts';
import { readDatabaseAddress } from '@portfolio/releases/postgres/address.ts';
import { listOrigins } from '@portfolio/releases/release/origins.ts';
import { readRelease, readReleaseFile } from '@portfolio/releases/release/read-release.ts';
import { copyStore } from '@portfolio/releases/store/copy-store.ts';
import { findFaults, type Row, tableOfReleases } from '@portfolio/releases/store/list-releases.ts';
import { findPrunable, type Prunable, prune } from '@portfolio/releases/store/prune.ts';
import { clearStaging, type Store } from '@portfolio/releases/store/store.ts';
import type { Command } from 'commander';
import { askFile, askReleases, findPrivateHalf, type Site, siteAt } from '../deploy/remote-site.ts';
import { expectReleased, findDeployable, withStore, withStoreAt } from '../project.ts';
import { type LocatedFault, locateFaults, mostMapBytes, type ReadFile } from '../source-lines.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  harmless,
  NotPossibleError,
  printRows,
  repository,
  showProgress,
  sinceThen,
  WrongUseError,
} from '../terminal.ts';
import { sayWhatStays } from './keys.ts';
import { prerenderMissing } from './prerender.ts';

const columns = {
  name: ({ name }: Row) => name,
  id: ({ id }: Row) => id,
  is: ({ is }: Row) => is,
  age: ({ createdAt }: Row) => sinceThen(new Date(createdAt)),
  size: ({ bytes }: Row) => `${Math.round(bytes / 1000)} kB`,
  commit: ({ commit }: Row) => commit,
  reaches: ({ origins }: Row) => listOrigins(origins).join(' '),
  failed: ({ failed }: Row) => (failed === undefined ? '' : String(failed)),
};

/** Three years of a deploy a day: a folder with more is a mistake, or an attack. */
const tooMany = 1000;

const tooManyOf = (name: string, count: number) =>
  `${name} has ${count} releases. Remove those out of use with: npm run releases -- prune`;

/** `portfolio releases` */
export function define(command: Command): void {
  command
    // `copy` has a --to of its own.
    .enablePositionalOptions()
    .option('--json', 'for scripts')
    .option('--to <site>', 'those of the section in this folder, on a site over HTTPS')
    .action(showReleases);

  command
    .command('retire')
    .description('take a section out of what is live; its releases stay')
    .argument('<name>', 'the section')
    .action(retireSection);

  command
    .command('faults')
    .description('what releases threw in browsers of visitors, by file and line')
    .argument('<name>', 'the section, or shell')
    .option('--to <site>', 'on a site over HTTPS')
    .option('--json', 'for scripts')
    .action(showFaults);

  command
    .command('prune')
    .description('show the releases that are out of use')
    .option('--days <days>', 'out of use for longer than this', '7')
    .option('--yes', 'remove them')
    .action(pruneReleases);

  command
    .command('copy')
    .description('copy all of them, as from one machine to the database of several')
    .requiredOption('--from <place>', 'a DATA_DIR or a DATABASE_URL')
    .requiredOption('--to <place>', 'another one')
    .action(copyReleases);

  command
    .command('log')
    .description('who published or rolled back what, and whether the log was changed')
    .option('--json', 'for scripts')
    .action((_options, log: Command) => showAuditLog(log.optsWithGlobals<{ json?: true }>()));
}

const logColumns = {
  when: ({ at }: AuditEntry) => at.replace(/\.\d+Z$/, 'Z'),
  key: ({ key }: AuditEntry) => key,
  what: ({ did, section, release }: AuditEntry) =>
    [did, section && (release ? `${section}@${release}` : section)].filter(Boolean).join(' '),
  outcome: ({ outcome }: AuditEntry) => outcome,
  from: ({ from }: AuditEntry) => from ?? '',
  to: ({ to }: AuditEntry) => to ?? '',
  why: ({ reason }: AuditEntry) => reason?.split('\n')[0] ?? '',
};

/** Who made what live, who added which key, what was refused. @throws NotPossibleError when it was changed */
async function showAuditLog({ json: isJson = false }): Promise<void> {
  const { entries, faults } = await withStore((store) => readAudit(store));
  printRows(entries, logColumns, { isJson, none: 'Nothing has been done yet.' });
  if (faults.length > 0)
    throw new NotPossibleError(['The log is not what was written:', ...faults].join('\n  '));
  if (!isJson && entries.length > 0) console.log('Every line follows the one before.');
}

async function showReleases({ json: isJson = false, to }: { json?: boolean; to?: string }) {
  if (to === undefined) return withStore((store) => showThose(store, isJson));
  const { name } = await findDeployable(undefined);
  show((await askReleases(siteAt(to), await findPrivateHalf(name), name)).releases, isJson);
}

async function showFaults(name: string, { json: isJson, to }: { json?: true; to?: string }) {
  if (to !== undefined) return showFaultsOf(siteAt(to), name, isJson);
  await withStore(async (store) => {
    await expectReleased(store, name);
    const faults = await readFaults(store, { name });
    if (!faults)
      throw new NotPossibleError(
        `What ${name} threw stands in the ledger of the site, which is not to be read from here.`,
      );
    const readFile: ReadFile = async (ref, file) => {
      const release = await readRelease(store, ref.name, ref.id);
      return release && readReleaseFile(store, release, file).catch(() => undefined);
    };
    printFaults(name, await locateFaults(faults, readFile), isJson);
  });
}

/** On a site over HTTPS: the lines of its own sources are looked up here. */
async function showFaultsOf(site: Site, name: string, isJson?: true): Promise<void> {
  const key = await findPrivateHalf(name);
  const { faults = [] } = await askReleases(site, key, name, { withFaults: true });
  const readFile: ReadFile = async (ref, file) =>
    ref.name === name ? askFile(site, key, ref, file, mostMapBytes) : undefined;
  printFaults(name, await locateFaults(faults, readFile), isJson);
}

function printFaults(name: string, faults: readonly LocatedFault[], isJson = false): void {
  if (isJson) {
    console.log(JSON.stringify(faults, null, 2));
    return;
  }
  if (faults.length === 0) console.log(`No browser has said that ${name} threw anything.`);
  for (const { id, visitors, lastAt, error, lines } of faults) {
    const of = `${visitors} ${visitors === 1 ? 'visitor' : 'visitors'}`;
    console.log(harmless(`${name}@${id}  ${of}, the last ${sinceThen(new Date(lastAt))} ago`));
    console.log(harmless(`  ${error}`));
    for (const line of lines) console.log(harmless(`    at ${line}`));
  }
}

function show(rows: readonly Row[], isJson: boolean): void {
  const none = `Nothing has been released yet.${repository ? ' Begin with: npm start' : ''}`;
  printRows(rows, columns, { isJson, none });
}

async function showThose(store: Store, isJson: boolean): Promise<void> {
  const rows = await tableOfReleases(store);
  show(rows, isJson);
  for (const [name, { length } = []] of Object.entries(Object.groupBy(rows, ({ name }) => name)))
    if (length > tooMany) console.error(tooManyOf(name, length));
  const faults = await findFaults(store);
  if (faults.length > 0)
    console.error(['Broken, and passed over by the site:', ...faults.map(harmless)].join('\n  '));
}

function retireSection(name: string): Promise<void> {
  return withStore(async (store) => {
    await expectReleased(store, name);
    const ref = `${name}@${await retire(store, name)}`;
    console.log(`${ref} is not live any more. Bring it back with: npm run rollback -- ${name}`);
    await sayWhatStays(store, name, 'would come back');
    await prerenderMissing(store, { say: console.error });
  });
}

async function pruneReleases({ days, yes: isAgreed = false }: { days: string; yes?: boolean }) {
  if (!/^\d+$/.test(days))
    throw new WrongUseError(`"${days}" is no number of days. For example: --days 7`);
  await withStore(async (store) => {
    const releases = await findPrunable(store, Number(days), new Date());
    const toLine = ({ name, id, createdAt }: Prunable) => `  ${name}@${id}  (${createdAt})`;
    const left = isAgreed ? await clearStaging(store, new Date()) : [];
    if (releases.length === 0) {
      console.log(`There is nothing to remove: no release has been out of use for ${days} days.`);
    } else if (isAgreed) {
      left.push(...(await prune(store, releases)));
      const stays = new Set(left.map(({ of }) => of));
      const removed = releases.filter(({ name, id }) => !stays.has(`${name}@${id}`));
      if (removed.length > 0) console.log(`Removed:\n${removed.map(toLine).join('\n')}`);
    } else {
      console.log(`This would be removed:\n${releases.map(toLine).join('\n')}`);
      console.log('Remove it with: npm run releases -- prune --yes');
    }
    const reasons = left.map(({ of, reason }) => `\n  ${of}: ${reason}`);
    if (left.length > 0)
      throw new NotPossibleError(
        `This could not be removed; look whose it is, and try again as its user:${reasons.join('')}`,
      );
  });
}

/** `portfolio releases copy --from <place> --to <place>` */
async function copyReleases({ from, to }: { from: string; to: string }): Promise<void> {
  if (from === to) throw new WrongUseError('--from and --to are the same place.');
  // Checked as the settings are: a mistyped address would otherwise become the name of a folder.
  for (const place of [from, to])
    readConfig(/^\w+:\//.test(place) ? { DATABASE_URL: place } : { DATA_DIR: place });
  if (!isDatabase(from) && !existsSync(path.join(from, 'releases')))
    throw new NotPossibleError(
      `There is no folder ${path.join(from, 'releases')}: --from is the DATA_DIR of a site, or its DATABASE_URL.`,
    );
  const { copied, known, leftOut } = await withPlace(from, (source) =>
    withPlace(to, (target) => copyStore(source, target, showProgress)),
  );
  console.log(
    `${copied} releases were copied, ${known} were there already, every file by its hash.`,
  );
  if (leftOut.length > 0)
    throw new NotPossibleError(
      ['This is broken, and was left out:', ...leftOut.map(harmless)].join('\n  '),
    );
}

function isDatabase(place: string): boolean {
  return readDatabaseAddress(place) !== undefined;
}

/** A copy from or to a database goes through a temporary folder. */
async function withPlace<Result>(
  place: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  if (!isDatabase(place)) return withStoreAt({ DATA_DIR: path.resolve(place) }, work);
  using onTheWay = temporaryFolder('copy');
  return await withStoreAt({ DATA_DIR: onTheWay.folder, DATABASE_URL: place }, work);
}
