#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import type { EngineName } from './browser/engines.ts';
import { addMessageCommands } from './commands/message-commands.ts';
import { addPublishingCommands } from './commands/publishing-commands.ts';
import { addReleaseCommands } from './commands/release-commands.ts';
import { exitCodeOf } from './exit-code.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };

const program = new Command('portfolio')
  .description('Develops, checks, releases and rolls back the parts of the site, each by itself.')
  .version(version)
  .exitOverride()
  .showHelpAfterError()
  .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong use, 70 a defect.');

const nameArgument = '"shell" or a section; in the folder of a section it is that one';

// What a command does is imported when it is called: a bundler takes longer than a help text.
program
  .command('dev')
  .description('the site with hot reload')
  .argument('[sections...]', 'only these; the others come from their live releases')
  .action(async (names: string[]) => (await import('./commands/dev.ts')).develop(names));

program
  .command('new')
  .description('lay out a section that runs, checks and deploys as it is')
  .argument('<name>', 'a part of its address, such as blog')
  .action(async (name: string) => (await import('./commands/new.ts')).layOutSection(name));

program
  .command('build')
  .description('build into a folder, without checks')
  .argument('[name]', nameArgument)
  .option('--out <folder>', 'where to (default: dist/ in its own folder)')
  .action(async (name: string | undefined, options: { out?: string }) =>
    (await import('./commands/build.ts')).buildOnly(name, options),
  );

program
  .command('check')
  .description('all that a deploy checks before it publishes')
  .argument('[name]', nameArgument)
  .option('--to <site>', 'for a site somewhere, such as https://www.example.com')
  .action(async (name: string | undefined, options: { to?: string }) =>
    (await import('./commands/check.ts')).checkOnly(name, options),
  );

program
  .command('deploy')
  .description('check, build, publish, inspect in a browser and make live')
  .argument('[name]', nameArgument)
  .option('--preview', 'publish it without making it live, and print its address')
  .option('--skip-browser', 'leave the inspection in a browser out')
  .option('--changed', 'everything whose sources changed since they were last deployed from here')
  .option('--to <site>', 'publish it to a site over HTTPS, such as https://www.example.com')
  .option('--pages-later', 'with --changed: leave the pages to "portfolio prerender"')
  .action(
    async (
      name: string | undefined,
      options: {
        preview?: true;
        skipBrowser?: true;
        changed?: true;
        pagesLater?: true;
        to?: string;
      },
    ) => {
      if (options.changed && (name || options.preview))
        program.error('--changed takes no name and no --preview.');
      const { to } = options;
      if (to !== undefined) {
        if (options.changed) program.error('--changed cannot be sent: name one part.');
        const { deployTo } = await import('./commands/deploy-to.ts');
        return deployTo(name, { ...options, to });
      }
      const { deployChanged, deployOne } = await import('./commands/deploy.ts');
      await (options.changed ? deployChanged(options) : deployOne(name, options));
    },
  );

program
  .command('inspect')
  .description('open a release of the store in a browser, as a deploy does')
  .argument('<name>', '"home" for what is live, "home@0123456789ab" for one release')
  .action(async (name: string) => (await import('./commands/inspect.ts')).inspect(name));

program
  .command('look', { hidden: true })
  .description('what the server asks when visitors say that a release fails them')
  .argument('<failing>', 'such as home@0123456789ab')
  .argument('<before>', 'the release before it')
  .action(async (failing: string, before: string) => {
    const { look } = await import('./commands/look.ts');
    await look(failing, before);
  });

program
  .command('prerender')
  .description('make the pages that documents lack, after a deploy without a browser')
  .action(async () => (await import('./commands/prerender.ts')).prerenderMissing());

addReleaseCommands(program);
addPublishingCommands(program);
addMessageCommands(program);

program
  .command('install-browser')
  .description('a browser to inspect releases with, and other engines for the journeys')
  .addArgument(
    new Argument('[engines...]', 'which ones')
      .choices(['chromium', 'firefox', 'webkit'])
      .default(['chromium']),
  )
  .action(async (engines: EngineName[]) =>
    (await import('./commands/install-browser.ts')).installBrowser(engines),
  );

// Whoever reads may have read enough, as in `portfolio --help | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
