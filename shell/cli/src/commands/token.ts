import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import {
  addToken,
  hashToken,
  idOfToken,
  readTokens,
  removeToken,
  type Token,
} from '@portfolio/releases/access/tokens.ts';
import type { Command } from 'commander';
import { z } from 'zod';
import { checkName, openOwnStore, sectionHere, sectionName } from '../project/project.ts';
import { formatAge, NotPossibleError, printRows, WrongUseError } from '../terminal/terminal.ts';

const cellsOf = (token: Token) => ({
  id: idOfToken(token),
  opens: token.sections.join(', '),
  for: token.isPreviewOnly ? 'previews' : 'all',
  until: token.until ?? '',
  added: formatAge(new Date(token.addedAt)),
});

interface AddOptions {
  previewOnly?: true;
  until?: string;
}

export function defineToken(command: Command): void {
  command
    .argument('[section]', 'what it is for; in the folder of a section it is that one')
    .action(makeToken);

  command
    .command('add')
    .description('let the holder of a token publish, by the SHA-256 of it')
    .argument('<sections>', 'what it opens; several with commas between them', readNames)
    .argument('<sha256>', 'as `npx portfolio token` printed it at the team', readHash)
    .option('--preview-only', 'it may publish, but not make live')
    .option('--until <day>', 'the last day on which it opens anything, such as 2027-01-31', readDay)
    .action(add);

  command.command('list').description('which tokens open what').action(list);

  command
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'as the list shows it')
    .action(remove);
}

/** Makes a token on the team's machine, which it does not leave but to publish. */
async function makeToken(given: string | undefined): Promise<void> {
  const name = given ?? (await sectionHere())?.name;
  if (name === undefined)
    throw new WrongUseError('Say which section it is for, such as: npx portfolio token blog');
  checkName(name, 'npx portfolio token blog');
  // In base64url one of 64 begins with a hyphen, which a command takes for an option.
  const [file, secret] = [`${name}.token`, randomBytes(32).toString('base64')];
  await writeFile(file, secret, { flag: 'wx', mode: 0o600 }).catch(({ code }) => {
    throw new NotPossibleError(
      `${file} cannot be written here (${code}). An older one is the only one of its kind: move it away first.`,
    );
  });
  console.log(`${file} is for you alone: keep it out of git; a CI has it in PORTFOLIO_TOKEN.`);
  console.log(`The owner adds it: npx portfolio token add ${name} ${hashToken(secret)}`);
}

function readNames(sections: string): string[] {
  const names = sections.split(',').map(sectionName);
  for (const name of names) checkName(name, 'npx portfolio token add blog');
  return names;
}

function readHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new WrongUseError(
    'This is no SHA-256 of a token, which has 64 digits (0-9, a-f). If it is the token itself, which its team alone should know, have a new one made.',
  );
}

function readDay(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new WrongUseError(`"${text}" is no day. For example: --until 2027-01-31`);
  if (text < new Date().toISOString().slice(0, 10))
    throw new WrongUseError(`${text} is over: the token would open nothing.`);
  return text;
}

async function add(sections: string[], hash: string, { previewOnly, until }: AddOptions) {
  const opens = { hash, sections, until, isPreviewOnly: previewOnly };
  await using store = await openOwnStore();
  const token = await addToken(store, opens);
  const what = previewOnly ? 'publishes previews of' : 'publishes';
  const end = until ? ` until ${until}` : '';
  console.log(`The token ${idOfToken(token)} ${what} ${sections.join(' and ')}${end}.`);
}

async function list(): Promise<void> {
  const none =
    'No token has been added, so nothing can be published over the network. Add one with: npx portfolio token add <section> <sha256>';
  await using store = await openOwnStore();
  printRows(await readTokens(store), cellsOf, none);
}

async function remove(id: string): Promise<void> {
  await using store = await openOwnStore();
  const token = (await readTokens(store)).find((each) => idOfToken(each) === id);
  if (!token)
    throw new NotPossibleError(
      `There is no token "${id}". \`npx portfolio token list\` lists the ones there are.`,
    );
  await removeToken(store, token);
  console.log(`The token ${id} opens nothing any more.`);
}
