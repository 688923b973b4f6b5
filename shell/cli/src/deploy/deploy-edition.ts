import { existsSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { TextTree } from '@portfolio/contract/texts.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { dump } from 'js-yaml';
import { readSourceTexts } from '../checks/check-sources.ts';
import { writeInto } from '../project/manifest.ts';
import { temporaryFolder } from '../project/project.ts';
import { deploySources, type SourcesToDeploy } from './deploy-sources.ts';

/** Deploys a section once with the texts that it has in `edition/`, so that its first release has one before it. */
export async function deployEdition(store: Store, options: SourcesToDeploy): Promise<void> {
  const { source } = options;
  if (!existsSync(path.join(source, 'edition/locales'))) return;
  const edition = temporaryFolder('edition');
  for (const entry of await readdir(source)) {
    const link = path.join(edition, entry);
    if (entry !== 'locales') await symlink(path.join(source, entry), link);
  }
  const other = readSourceTexts(path.join(source, 'edition'));
  for (const [language, own] of Object.entries(readSourceTexts(source))) {
    const texts = dump(withTexts(own, other[language] ?? {}));
    await writeInto(edition, `locales/${language}.yaml`, texts);
  }
  await deploySources(store, { ...options, source: edition });
}

function withTexts(own: TextTree, other: TextTree): TextTree {
  const replaced = Object.entries(other).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : withTexts(own[key] as TextTree, value as TextTree),
  ]);
  return { ...own, ...Object.fromEntries(replaced) };
}
