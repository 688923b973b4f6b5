#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import './deploy/given-key.ts';
import { Command } from 'commander';
import { exitCodeOf } from './terminal.ts';

/** The file of a command is imported when it is called: a bundler takes longer than a help text. */
type Listed = readonly [string, load: () => Promise<{ define: (command: Command) => void }>];

const commands: Record<string, Listed> = {
  dev: ['the site with hot reload', () => import('./commands/dev.ts')],
  kit: [
    'what the kit offers, to look at and to copy',
    async () => ({ define: (await import('./commands/dev.ts')).defineKit }),
  ],
  new: [
    'lay out a section that runs, checks and deploys as it is',
    () => import('./commands/new.ts'),
  ],
  test: ['the tests of a section, away from the repository', () => import('./commands/test.ts')],
  check: ['all that a deploy would say, without one', () => import('./commands/check.ts')],
  deploy: [
    'check, build, publish, inspect in a browser and make live',
    () => import('./commands/deploy.ts'),
  ],
  prerender: [
    'make the pages that documents lack, after a deploy without a browser',
    () => import('./commands/prerender.ts'),
  ],
  rollback: [
    'make the release before (or the named one) live',
    () => import('./commands/rollback.ts'),
  ],
  activate: [
    'make a release live that a site has, such as a preview',
    async () => ({ define: (await import('./commands/rollback.ts')).defineActivate }),
  ],
  releases: ['what is in the store', () => import('./commands/releases.ts')],
  keys: ['who may publish over the network', () => import('./commands/keys.ts')],
  keygen: [
    'make the pair of keys with which a team publishes from anywhere',
    () => import('./commands/keygen.ts'),
  ],
  messages: ['what visitors wrote and what became of it', () => import('./commands/messages.ts')],
};

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('portfolio')
  .description('Develops, checks, releases and rolls back the parts of the site, each by itself.')
  .version(version)
  .enablePositionalOptions()
  .exitOverride()
  .showHelpAfterError('Add --help to see how it is used.')
  .addHelpText('after', '\nExit codes: 0 done, 1 refused or not there, 2 wrong use, 70 a defect.');

// A reader may close the pipe early, as in `portfolio --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const called = process.argv.slice(2).find((word) => word !== 'help' && !word.startsWith('-'));
  for (const [name, [description, load]] of Object.entries(commands)) {
    const command = program.command(name).description(description);
    if (name === called) (await load()).define(command);
  }
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
