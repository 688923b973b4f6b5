import { readFile } from 'node:fs/promises';
import { isMissing } from '@portfolio/releases/missing.ts';
import {
  addKey,
  appendAudit,
  type Key,
  readKeys,
  readPublicHalf,
  removeKey,
} from '@portfolio/releases/publishing';
import { releaseName } from '@portfolio/releases/release.ts';
import { WrongUseError } from '../exit-code.ts';
import { readSettings } from '../project.ts';
import { sinceThen, toTable } from '../terminal.ts';

const columns = {
  id: ({ id }: Key) => id,
  opens: ({ sections }: Key) => sections.join(', '),
  for: ({ isPreviewOnly }: Key) => (isPreviewOnly ? 'previews' : 'all'),
  until: ({ until }: Key) => until ?? '',
  added: ({ addedAt }: Key) => sinceThen(new Date(addedAt)),
};

/** `portfolio keys` */
export async function showKeys({ json: isJson = false }): Promise<void> {
  const keys = await readKeys(readSettings().DATA_DIR);
  if (isJson) console.log(JSON.stringify(keys, null, 2));
  else if (keys.length > 0) console.log(toTable(keys, columns));
  else
    console.log(
      'No key has been added, so nobody can publish over the network. Add one with: npm run keys -- add <section> <file>.pub',
    );
}

/** `portfolio keys add <sections> <file>` */
export async function addPublicHalf(
  sections: string,
  file: string,
  { previewOnly: isPreviewOnly, until }: { previewOnly?: true; until?: string },
): Promise<void> {
  const names = sections.split(',');
  const wrong = names.find((name) => !releaseName.safeParse(name).success);
  if (wrong !== undefined) throw new WrongUseError(`"${wrong}" is no name of a section.`);
  if (until !== undefined && !isDay(until))
    throw new WrongUseError(`"${until}" is no day. For example: --until 2027-01-31`);
  if (until !== undefined && until < new Date().toISOString().slice(0, 10))
    throw new WrongUseError(`${until} is over: the key would open nothing.`);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw isMissing(error) ? new WrongUseError(`There is no file ${file}.`) : error;
  });
  const dataDir = readSettings().DATA_DIR;
  const known = await readKeys(dataDir);
  const key = await addKey(dataDir, readPublicHalf(text), {
    sections: names,
    until,
    ...(isPreviewOnly ? { isPreviewOnly } : {}),
  });
  appendAudit(dataDir, {
    key: 'owner',
    did: `add key ${key.id}`,
    outcome: 'done',
    section: sections,
  });
  const what = isPreviewOnly ? 'publishes previews of' : 'publishes';
  console.log(`The key ${key.id} ${what} ${names.join(' and ')}${until ? ` until ${until}` : ''}.`);
  const lost = known
    .find(({ id }) => id === key.id)
    ?.sections.filter((one) => !names.includes(one));
  if (lost?.length) console.log(`It does not open ${lost.join(' and ')} any more.`);
}

/** `portfolio keys remove <id>` */
export async function removePublicHalf(id: string): Promise<void> {
  const dataDir = readSettings().DATA_DIR;
  if (!(await removeKey(dataDir, id)))
    throw new WrongUseError(`There is no key "${id}". \`npm run keys\` lists the ones there are.`);
  appendAudit(dataDir, { key: 'owner', did: `remove key ${id}`, outcome: 'done' });
  console.log(`The key ${id} opens nothing any more.`);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
}
