import { readFile } from 'node:fs/promises';
import { readConfig } from '@portfolio/api/config.ts';
import {
  addKey,
  type Key,
  readKeys,
  readPublicHalf,
  removeKey,
  type SectionAllowance,
} from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/contents/durable-files.ts';
import {
  type Allowance,
  listOrigins,
  originRule,
  originsSchema,
  readOrigins,
  uses,
} from '@portfolio/releases/release/origins.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import { allow, describeAllowance, readAllowances } from '@portfolio/releases/store/grants.ts';
import type { Command } from 'commander';
import { z } from 'zod';
import { completeId, sectionName, withStore } from '../project/project.ts';
import { formatAge, NotPossibleError, printRows, WrongUseError } from '../terminal/terminal.ts';

/** A key with the allowances of its sections, which hold for every key. */
interface ListedKey extends Key {
  allowed: string[];
}

const columns = {
  id: ({ id }: ListedKey) => id,
  opens: ({ sections }: ListedKey) => sections.join(', '),
  for: ({ isPreviewOnly }: ListedKey) => (isPreviewOnly ? 'previews' : 'all'),
  until: ({ until }: ListedKey) => until ?? '',
  added: ({ addedAt }: ListedKey) => addedAt && formatAge(new Date(addedAt)),
  'its sections may': ({ allowed }: ListedKey) => allowed.join(', '),
};

interface AddOptions {
  previewOnly?: true;
  until?: string;
}

export function defineKeys(command: Command): void {
  command.option('--json', 'for scripts').action(showKeys);

  command
    .command('add')
    .description("add the public half of a team's key")
    .argument('<sections>', 'what it opens; several with commas between them', readNames)
    .argument('<file>', 'the file that ends in .pub')
    .option('--preview-only', 'it may publish, but not make live')
    .option('--until <day>', 'the last day on which it opens anything, such as 2027-01-31', readDay)
    .action(addPublicHalf);

  command
    .command('allow')
    .description('say what sections may, with every key; without options it lists them')
    .argument('<sections>', 'several with commas between them', readNames)
    .option(
      '--grant <use=origin>',
      `their pages may reach it, such as connect=https://api.example.com (${uses.join(', ')}), once for each; "none" takes back what was granted`,
      (text: string, before: readonly string[] = []) => [...before, readGrant(text)],
    )
    .option(
      '--scripts <bytes>',
      'what the first script may weigh as it is sent, in place of the budget in its package.json, which "none" brings back',
      readBytes,
    )
    .action(allowSections);

  command
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'the id that its table shows of a key')
    .action(removePublicHalf);
}

async function showKeys({ json: isJson = false }): Promise<void> {
  const keys = await withStore(async (store): Promise<ListedKey[]> => {
    const all = readAllowances(store);
    const allowed = ({ sections }: Key) =>
      sections.flatMap((name) => (all[name] ? `${name}: ${describeAllowance(all[name])}` : []));
    return (await readKeys(store)).map((key) => ({ ...key, allowed: allowed(key) }));
  });
  const none =
    'No key has been added, so nothing can be published over the network. Add one with: npx portfolio keys add <section> <file>.pub';
  printRows(keys, columns, { isJson, none });
  for (const { fault } of keys.filter((key) => key.fault)) console.error(fault);
}

function readNames(sections: string): string[] {
  const names = sections.split(',').map(sectionName);
  const wrong = names.find((name) => !releaseName.safeParse(name).success);
  if (wrong !== undefined) throw new WrongUseError(`"${wrong}" is no name of a section.`);
  return names;
}

function readDay(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new WrongUseError(`"${text}" is no day. For example: --until 2027-01-31`);
  if (text < new Date().toISOString().slice(0, 10))
    throw new WrongUseError(`${text} is over: the key would open nothing.`);
  return text;
}

interface AllowOptions {
  grant?: readonly string[];
  scripts?: number | 'none';
}

async function allowSections(names: readonly string[], options: AllowOptions): Promise<void> {
  const { grant: grants, scripts } = options;
  await withStore(async (store) => {
    for (const name of names) {
      const isChange = grants !== undefined || scripts !== undefined;
      const may = isChange
        ? await allow(store, name, { grants, scripts })
        : readAllowances(store)[name];
      console.log(sentenceOf(name, may));
    }
  });
}

async function addPublicHalf(
  names: string[],
  file: string,
  { previewOnly: isPreviewOnly, until }: AddOptions,
): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) throw new NotPossibleError(`There is no file ${file}.`);
    throw new NotPossibleError(`${file} cannot be read (${error.code}). Name the file itself.`);
  });
  const opens = { sections: names, until, isPreviewOnly };
  const { key, lost, may } = await withStore((store) => addKey(store, readPublicHalf(text), opens));
  const what = isPreviewOnly ? 'publishes previews of' : 'publishes';
  console.log(`The key ${key.id} ${what} ${names.join(' and ')}${until ? ` until ${until}` : ''}.`);
  if (lost.length > 0) console.log(`It does not open ${lost.join(' and ')} any more.`);
  for (const { section, allowance } of may) console.log(sentenceOf(section, allowance));
}

async function removePublicHalf(beginning: string): Promise<void> {
  const { id, removed } = await withStore(async (store) => {
    const id = completeId(beginning, await readKeys(store));
    return { id, removed: await removeKey(store, id) };
  });
  if (!removed)
    throw new NotPossibleError(
      `There is no key "${id}". \`npx portfolio keys\` lists the ones there are.`,
    );
  console.log(`The key ${id} opens nothing any more.`);
  for (const { section } of removed.takenBack) console.log(sentenceOf(section, undefined));
  for (const each of removed.stays) sayWhatStays(each, 'stays live');
}

function readBytes(text: string): number | 'none' {
  if (text === 'none') return text;
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new WrongUseError(`"${text}" is no number of bytes. For example: --scripts 200000`);
}

function readGrant(text: string): string {
  if (text === 'none') return text;
  const read = readOrigins([text]);
  if (listOrigins(read)[0] !== text || !originsSchema.safeParse(read).success)
    throw new WrongUseError(
      `"${text}" cannot be granted: it is ${uses.slice(0, -1).join(', ')} or ${uses.at(-1)}, an equals sign and ${originRule}. For example: --grant connect=https://api.example.com`,
    );
  const { PUBLIC_URL } = readConfig(process.env);
  // In a visitor's browser loopback is another machine.
  if (PUBLIC_URL?.startsWith('https:') && text.includes('=http:'))
    throw new WrongUseError(
      `${text} is for development, and PUBLIC_URL says that this site is at ${PUBLIC_URL}.`,
    );
  return text;
}

/** Prints remaining allowances of a section, and how to remove them. */
export function sayWhatStays({ section: name, allowance }: SectionAllowance, why: string): void {
  const allowed = describeAllowance(allowance);
  if (allowed)
    console.log(
      `${name} ${why}, with what it may: ${allowed}. To end that: npx portfolio keys allow ${name} --grant none --scripts none`,
    );
}

function sentenceOf(name: string, allowance: Allowance | undefined): string {
  return `${name} may: ${describeAllowance(allowance) || 'nothing but what all sections may'}.`;
}
