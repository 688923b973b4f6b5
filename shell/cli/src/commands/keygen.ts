import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeKeyPair } from '@portfolio/releases/access/index.ts';
import { releaseName } from '@portfolio/releases/release/release.ts';
import type { Command } from 'commander';
import { sectionHere, wrongName } from '../project/project.ts';
import { NotPossibleError, WrongUseError } from '../terminal/terminal.ts';

export function defineKeygen(command: Command): void {
  command
    .argument('[section]', 'what it is for; in the folder of a section it is that one')
    .action(generateKey);
}

async function generateKey(section: string | undefined): Promise<void> {
  const name = section ?? (await sectionHere())?.name;
  if (name === undefined)
    throw new WrongUseError('Say which section it is for, such as: portfolio keygen blog');
  if (!releaseName.safeParse(name).success) throw wrongName(name, 'portfolio keygen');
  const { privateHalf, publicHalf, id } = makeKeyPair();
  await writeNew(`${name}.key`, privateHalf, 0o600);
  await writeNew(`${name}.pub`, publicHalf, 0o644);
  console.log(
    `${name}.key is for you alone: keep it out of git, and put it into PORTFOLIO_KEY of a CI.`,
  );
  console.log(
    `${name}.pub (${id}) is for the owner, who adds it: npx portfolio keys add ${name} ${name}.pub`,
  );
}

async function writeNew(file: string, content: string, mode: number): Promise<void> {
  await writeFile(file, content, { flag: 'wx', mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new NotPossibleError(
      `There is a ${file} in ${path.resolve('.')} already. It is the only one of its kind: move it away first.`,
    );
  });
}
