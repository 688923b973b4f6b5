import { readFile } from 'node:fs/promises';
import {
  addKey,
  type Key,
  readKeys,
  readPublicHalf,
  removeKey,
} from '@portfolio/releases/access/index.ts';
import { isMissing } from '@portfolio/releases/contents/durable-files.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import type { Command } from 'commander';
import { z } from 'zod';
import { completeId, sectionName, withStore } from '../project/project.ts';
import { formatAge, NotPossibleError, printRows, WrongUseError } from '../terminal/terminal.ts';

const columns = {
  id: ({ id }: Key) => id,
  opens: ({ sections }: Key) => sections.join(', '),
  for: ({ isPreviewOnly }: Key) => (isPreviewOnly ? 'previews' : 'all'),
  until: ({ until }: Key) => until ?? '',
  added: ({ addedAt }: Key) => formatAge(new Date(addedAt)),
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
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'the id that its table shows of a key')
    .action(removePublicHalf);
}

async function showKeys({ json: isJson = false }): Promise<void> {
  const keys = await withStore(readKeys);
  const none =
    'No key has been added, so nothing can be published over the network. Add one with: npx portfolio keys add <section> <file>.pub';
  printRows(keys, columns, { isJson, none });
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
  const { key, lost } = await withStore((store) => addKey(store, readPublicHalf(text), opens));
  const what = isPreviewOnly ? 'publishes previews of' : 'publishes';
  console.log(`The key ${key.id} ${what} ${names.join(' and ')}${until ? ` until ${until}` : ''}.`);
  if (lost.length > 0) console.log(`It does not open ${lost.join(' and ')} any more.`);
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
}
