import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import semver from 'semver';
import { ownPackage, repository } from '../own-package.ts';
import { kitVersionOf, packTools } from '../project/pack-tools.ts';
import { needSection } from '../project/project.ts';
import { fetchTools } from '../publishing/fetch-tools.ts';
import { WrongUseError } from '../terminal/terminal.ts';

/** `portfolio upgrade`: installs its own packed file, or that of a site. */
export function defineUpgrade(command: Command): void {
  command.option('--to <site>', 'what the shell of this site was packed with').action(upgrade);
}

async function upgrade({ to }: { to?: string }): Promise<void> {
  if (repository) throw new WrongUseError('In the repository a section has its kit already.');
  const { source } = await needSection();
  const file = path.join(source, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const before = Object.entries<string>(manifest.devDependencies ?? {});
  const tools = to === undefined ? ownPackage : await fetchTools(to);
  const { lines, kitVersion } = await packTools(source, tools);
  manifest.devDependencies = { ...manifest.devDependencies, ...lines };
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
  const replaced = before.filter(([name, line]) => lines[name] && lines[name] !== line);
  for (const [, line] of replaced)
    if (line.startsWith('file:tools/')) await rm(path.join(source, line.slice(5)), { force: true });
  if (replaced.length === 0) {
    console.log(`This section has the kit ${kitVersion} already.`);
    return;
  }
  const old = kitVersionOf(Object.fromEntries(before)['@portfolio/kit'] ?? '');
  console.log(changesSince(await readFile(path.join(tools, 'CHANGELOG.md'), 'utf8'), old));
  console.log(`package.json names the kit ${kitVersion} now. In this folder: npm install`);
}

export function changesSince(changelog: string, version: string): string {
  const entries = changelog.split(/^(?=## )/m);
  const later = entries.filter((entry) => {
    const [, of] = /^## (\d+\.\d+\.\d+)/.exec(entry) ?? [];
    return of && semver.gt(of, version);
  });
  return later.map((entry) => entry.trim()).join('\n\n');
}
