import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract/texts.ts';
import { parseTextsDocument } from '@portfolio/releases/release/release-texts.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { dump } from 'js-yaml';
import { disposableFolder } from '../project/project.ts';
import { deploySources, type SourcesToDeploy } from './deploy-sources.ts';

/** Deploys a section once with the texts that it has in `edition/`, so that its first release has one before it. */
export async function deployEdition(store: Store, options: SourcesToDeploy): Promise<void> {
  const { source } = options;
  if (!existsSync(path.join(source, 'edition/locales'))) return;
  using edition = disposableFolder('edition');
  for (const entry of await readdir(source)) {
    const link = path.join(edition.folder, entry);
    if (entry !== 'locales') await symlink(path.join(source, entry), link);
  }
  await mkdir(path.join(edition.folder, 'locales'));
  for (const file of await readdir(path.join(source, 'locales'))) {
    const own = await readTexts(path.join(source, 'locales', file));
    const other = await readTexts(path.join(source, 'edition/locales', file));
    await writeFile(path.join(edition.folder, 'locales', file), dump(withTexts(own, other)));
  }
  await deploySources(store, { ...options, source: edition.folder });
}

async function readTexts(file: string): Promise<TextTree> {
  return existsSync(file) ? parseTextsDocument(await readFile(file), file) : {};
}

function withTexts(own: TextTree, other: TextTree): TextTree {
  const replaced = Object.entries(other).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withTexts(own[key] as TextTree, value as TextTree),
  ]);
  return { ...own, ...Object.fromEntries(replaced) };
}
