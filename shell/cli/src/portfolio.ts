import './load-env-file.ts';
import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { exitCodeOf } from './terminal/terminal.ts';

const descriptions = {
  start: 'release what changed, and serve the site',
  dev: 'the site with hot reload',
  new: 'create a section that runs, checks and deploys as it is',
  check: 'all that a deploy would say, without one',
  deploy: 'check, build, render, publish and make live',
  rollback: 'make the release before (or the named one) live',
  releases: 'what is in the store',
  token: 'what a team publishes with from anywhere: make one, or say what it opens',
  messages: 'what visitors wrote and what became of it',
};

/** Commands are imported on demand, as the bundler takes long to load. */
const load: Record<keyof typeof descriptions, () => Promise<(command: Command) => void>> = {
  start: async () => (await import('./commands/deploy.ts')).defineStart,
  dev: async () => (await import('./commands/dev.ts')).defineDev,
  new: async () => (await import('./commands/new.ts')).defineNew,
  check: async () => (await import('./commands/deploy.ts')).defineCheck,
  deploy: async () => (await import('./commands/deploy.ts')).defineDeploy,
  rollback: async () => (await import('./commands/releases.ts')).defineRollback,
  releases: async () => (await import('./commands/releases.ts')).defineReleases,
  token: async () => (await import('./commands/token.ts')).defineToken,
  messages: async () => (await import('./commands/messages.ts')).defineMessages,
};

const program = new Command('portfolio')
  .description('Develops, checks, releases and rolls back the parts of the site, each by itself.')
  .version(manifest.version)
  .enablePositionalOptions()
  .exitOverride()
  .showHelpAfterError('Add --help to see how it is used.')
  .addHelpText('after', '\nExit codes: 0 done, 1 refused or not there, 2 wrong use, 70 a defect.');

// A reader may close the pipe early, as in `portfolio --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  const called = process.argv.slice(2).find((word) => word !== 'help');
  for (const [name, description] of Object.entries(descriptions)) {
    const command = program.command(name).description(description);
    if (name !== called) continue;
    (await load[name as keyof typeof load]())(command);
  }
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
