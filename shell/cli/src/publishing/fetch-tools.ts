import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { disposableFolder } from '../project/disposable-folder.ts';
import { NotPossibleError } from '../terminal/terminal.ts';
import { fetchFile } from './mirror-site.ts';
import { askFacts, publishingClient } from './publishing-client.ts';

const toolsFile = /^tools\/portfolio-cli-[\w.-]+\.tgz$/;

/**
 * Fetches the command line that the owner packed for the live shell of a site.
 * @returns the folder of the package, which is deleted when the process exits
 * @throws NotPossibleError
 */
export async function fetchTools(to: string): Promise<string> {
  const site = publishingClient(to);
  const [shell] = (await askFacts(site)).releases.get('shell') ?? [];
  const file = Object.keys(shell?.files ?? {}).find((each) => toolsFile.test(each));
  if (!shell || !file)
    throw new NotPossibleError(
      `The shell of ${site.origin} brings no command line. The owner adds it with npm run pack -- shell/tools, and a deploy of the shell.`,
    );
  const content = await fetchFile(site, shell, file);
  const { folder } = disposableFolder('tools');
  const packed = path.join(folder, 'cli.tgz');
  await writeFile(packed, content);
  const { status, stderr, error } = spawnSync('tar', ['-xzf', packed, '-C', folder], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new NotPossibleError(`tar cannot unpack ${file}: ${error?.message ?? stderr.trim()}`);
  return path.join(folder, 'package');
}
