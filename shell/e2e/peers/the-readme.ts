import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './run-pinned.ts';

// Journeys do what it says.
const readme = await readFile(path.join(root, 'README.md'), 'utf8');

/** The commands behind `$` in its console blocks, each with what is shown below it. */
export function consoleSteps(): { command: string; output: string }[] {
  return [...readme.matchAll(/^```console\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', output = '']) => ({
      command,
      output,
    })),
  );
}

/** The files it shows in full: a block whose language is followed by a path. */
export function shownFiles(): { file: string; content: string }[] {
  return [...readme.matchAll(/^```\w+ (\S+\/\S+)\n(.*?)^```/gms)].map(
    ([, file = '', content = '']) => ({ file, content }),
  );
}

/** The block of shell commands in which a line begins with the given one. */
export function shellBlockWith(command: string): string {
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const found = blocks.find((block) => new RegExp(`^${command} `, 'm').test(block));
  if (!found) throw new Error(`The README has no block of shell commands with ${command}`);
  return found;
}

/** A chapter by its title. */
export function chapterOf(title: string): string {
  const [, chapter] = new RegExp(`^## ${title}\\n(.*?)^## `, 'ms').exec(readme) ?? [];
  if (chapter === undefined) throw new Error(`The README has no chapter “${title}”`);
  return chapter;
}

/** The npm commands that the sentences of a chapter name, in their order. */
export function commandsOf(title: string): string[] {
  return [...chapterOf(title).matchAll(/`(npm run [^`]+)`/g)].map(([, command = '']) => command);
}

/** What a command says, without what differs by machine, time and commit, and without npm's words. */
export function linesOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(> |npm )|^[┌├└]/.test(line))
    .map((line) =>
      line
        .replace(/[0-9a-f]{12}/g, '<id>')
        .replace(/'(now|\d+ (min|h|d))' */, '<age> ')
        .replace(/'\d+ kB' */, '<size> ')
        .replace(/'([0-9a-f]{7,8}\+?)?' *│ (\d+) *│$/, '<commit> │ $2')
        .replace(/ +/g, ' '),
    );
}
