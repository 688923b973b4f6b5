import { globSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownPackage } from '../own-package.ts';
import { nameByHash, runNpm } from '../terminal/npm.ts';

/** The version in a name such as `portfolio-kit-1.6.0-0a1b2c3d.tgz`. */
const versionInName = /-kit-(\d+\.\d+\.\d+)-/;

/** The version of a packed kit, by its file's name; names of old kits have none. */
export function kitVersionOf(file: string): string {
  return versionInName.exec(file)?.[1] ?? '0.0.0';
}

/**
 * Packs the kit and a command line into the folder of a section, so that its CI has both.
 * @param from the folder of that command line's package
 * @returns the lines of package.json that name them, and the version of the kit
 */
export async function packTools(section: string, from = ownPackage) {
  const tools = path.join(section, 'tools');
  await mkdir(tools, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', tools, from];
  const cli = await nameByHash(path.join(tools, runNpm(args)));
  const [kit = ''] = globSync('portfolio-kit-*.tgz', { cwd: from });
  await cp(path.join(from, kit), path.join(tools, kit));
  const own = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8'));
  const lines: Record<string, string> = {
    '@portfolio/cli': `file:tools/${path.basename(cli)}`,
    '@portfolio/kit': `file:tools/${kit}`,
    node: own.dependencies.node,
  };
  return { lines, kitVersion: kitVersionOf(kit) };
}
