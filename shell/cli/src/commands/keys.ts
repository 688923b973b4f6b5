import { readFile } from 'node:fs/promises';
import {
  addKey,
  appendAudit,
  forgetUploads,
  type Key,
  readAllowances,
  readKeys,
  readPublicHalf,
  removeKey,
} from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/folder/files.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import { withStore } from '../project.ts';
import { NotPossibleError, printRows, sinceThen, WrongUseError } from '../terminal.ts';
import type { Usage } from '../usage.ts';
import {
  type AllowanceOptions,
  allowEach,
  describeAllowance,
  grantOption,
  readAllowance,
  scriptsOption,
  sentenceOf,
  takeBack,
} from './allow.ts';

/** A key with what the sections that it opens are allowed, which holds for every key. */
interface Row extends Key {
  allowed: string[];
}

const columns = {
  id: ({ id }: Row) => id,
  opens: ({ sections }: Row) => sections.join(', '),
  for: ({ isPreviewOnly }: Row) => (isPreviewOnly ? 'previews' : 'all'),
  until: ({ until }: Row) => until ?? '',
  added: ({ addedAt }: Row) => sinceThen(new Date(addedAt)),
  'its sections may': ({ allowed }: Row) => allowed.join(', '),
};

interface AddOptions extends AllowanceOptions {
  previewOnly?: true;
  until?: string;
}

/** `portfolio keys` */
export function define(command: Usage): void {
  command.option('--json', 'for scripts').action(showKeys);

  command
    .command('add')
    .description("add the public half of a team's key")
    .argument('<sections>', 'what it opens; several with commas between them')
    .argument('<file>', 'the file that ends in .pub')
    .option('--preview-only', 'it may publish, but not make live')
    .option('--until <day>', 'the last day on which it opens anything, such as 2027-01-31')
    .option(...grantOption)
    .option(...scriptsOption)
    .action(addPublicHalf);

  command
    .command('allow')
    .description('say what sections may, with every key; without options it is shown')
    .argument('<sections>', 'several with commas between them')
    .option(...grantOption)
    .option(...scriptsOption)
    .action(allowSections);

  command
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'the id that its table shows of a key')
    .action(removePublicHalf);
}

async function showKeys({ json: isJson = false }): Promise<void> {
  const keys = await withStore(async (store): Promise<Row[]> => {
    const all = (await readAllowances(store)) ?? {};
    const allowed = ({ sections }: Key) =>
      sections.flatMap((name) => (all[name] ? `${name}: ${describeAllowance(all[name])}` : []));
    return (await readKeys(store)).map((key) => ({ ...key, allowed: allowed(key) }));
  });
  const none =
    'No key has been added, so nothing can be published over the network. Add one with: npm run keys -- add <section> <file>.pub';
  printRows(keys, columns, { isJson, none });
}

function readNames(sections: string): string[] {
  const names = sections.split(',');
  const wrong = names.find((name) => !releaseName.safeParse(name).success);
  if (wrong !== undefined) throw new WrongUseError(`"${wrong}" is no name of a section.`);
  return names;
}

async function allowSections(sections: string, options: AllowanceOptions): Promise<void> {
  const names = readNames(sections);
  await withStore(async (store, settings) => {
    const change = readAllowance(options, settings);
    if (change) return allowEach(store, names, change);
    const all = (await readAllowances(store)) ?? {};
    for (const name of names) console.log(sentenceOf(name, all[name]));
  });
}

async function addPublicHalf(
  sections: string,
  file: string,
  { previewOnly: isPreviewOnly, until, ...allowed }: AddOptions,
): Promise<void> {
  const names = readNames(sections);
  if (until !== undefined && !isDay(until))
    throw new WrongUseError(`"${until}" is no day. For example: --until 2027-01-31`);
  if (until !== undefined && until < new Date().toISOString().slice(0, 10))
    throw new WrongUseError(`${until} is over: the key would open nothing.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) throw new NotPossibleError(`There is no file ${file}.`);
    throw new NotPossibleError(`${file} cannot be read (${error.code}). Name the file itself.`);
  });
  const opens = { sections: names, until, ...(isPreviewOnly ? { isPreviewOnly } : {}) };
  const { known, key } = await withStore(async (store, settings) => {
    const change = readAllowance(allowed, settings);
    const known = await readKeys(store);
    const key = await addKey(store, readPublicHalf(text), opens);
    const did = `add key ${key.id}`;
    await appendAudit(store, { key: 'owner', did, outcome: 'done', section: sections });
    if (change) await allowEach(store, names, change);
    return { known, key };
  });
  const what = isPreviewOnly ? 'publishes previews of' : 'publishes';
  console.log(`The key ${key.id} ${what} ${names.join(' and ')}${until ? ` until ${until}` : ''}.`);
  const lost = known
    .find(({ id }) => id === key.id)
    ?.sections.filter((one) => !names.includes(one));
  if (lost?.length) console.log(`It does not open ${lost.join(' and ')} any more.`);
}

async function removePublicHalf(id: string): Promise<void> {
  await withStore(async (store, settings) => {
    // An unreadable key can be removed as well.
    const keys = await readKeys(store).catch(() => []);
    if (!(await removeKey(store, id)))
      throw new NotPossibleError(
        `There is no key "${id}". \`npm run keys\` lists the ones there are.`,
      );
    await forgetUploads(settings.DATA_DIR, id);
    await appendAudit(store, { key: 'owner', did: `remove key ${id}`, outcome: 'done' });
    console.log(`The key ${id} opens nothing any more.`);
    const opened = keys.filter((key) => key.id !== id).flatMap(({ sections }) => sections);
    for (const name of keys.find((key) => key.id === id)?.sections ?? [])
      if (!opened.includes(name)) await takeBack(store, name);
  });
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
}
