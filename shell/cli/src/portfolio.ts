#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import type { EngineName } from './engines.ts';
import { exitCodeOf } from './exit-code.ts';
import { addPublishingCommands } from './publishing-commands.ts';

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
  .action(async (names: string[]) => {
    const { develop } = await import('./commands/dev.ts');
    await develop(names);
  });

program
  .command('new')
  .description('lay out a section that runs, checks and deploys as it is')
  .argument('<name>', 'a part of its address, such as blog')
  .action(async (name: string) => {
    const { layOutSection } = await import('./commands/new.ts');
    await layOutSection(name);
  });

program
  .command('build')
  .description('build into a folder, without checks')
  .argument('[name]', nameArgument)
  .option('--out <folder>', 'where to (default: dist/ in its own folder)')
  .action(async (name: string | undefined, options: { out?: string }) => {
    const { buildOnly } = await import('./commands/build.ts');
    await buildOnly(name, options);
  });

program
  .command('check')
  .description('all that a deploy checks before it publishes')
  .argument('[name]', nameArgument)
  .action(async (name: string | undefined) => {
    const { checkOnly } = await import('./commands/check.ts');
    await checkOnly(name);
  });

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
  .action(async (name: string) => {
    const { inspect } = await import('./commands/inspect.ts');
    await inspect(name);
  });

program
  .command('prerender')
  .description('make the pages that documents lack, after a deploy without a browser')
  .action(async () => {
    const { prerenderMissing } = await import('./commands/prerender.ts');
    await prerenderMissing();
  });

program
  .command('rollback')
  .description('make the release before (or the named one) live')
  .argument('<name>', '"shell" or a section')
  .argument('[id]', 'the release; "portfolio releases" lists them')
  .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
  .action(async (name: string, id: string | undefined, { to }: { to?: string }) => {
    if (to !== undefined) {
      const { rollbackTo } = await import('./commands/move-to.ts');
      return rollbackTo(name, id, to);
    }
    const { rollback } = await import('./commands/rollback.ts');
    await rollback(name, id);
  });

const releases = program
  .command('releases')
  .description('what is in the store')
  .option('--json', 'for scripts')
  .action(async (options: { json?: true }) => {
    const { showReleases } = await import('./commands/releases.ts');
    await showReleases(options);
  });

releases
  .command('retire')
  .description('take a section out of what is live; its releases stay')
  .argument('<name>', 'the section')
  .action(async (name: string) => {
    const { retireSection } = await import('./commands/releases.ts');
    await retireSection(name);
  });

releases
  .command('prune')
  .description('show what nobody can need any more')
  .option('--days <days>', 'out of use for longer than this', '7')
  .option('--yes', 'remove it')
  .action(async (options: { days: string; yes?: true }) => {
    const { pruneReleases } = await import('./commands/releases.ts');
    await pruneReleases(options);
  });

releases
  .command('log')
  .description('who published what over the network, and whether the log is whole')
  .action(async (_options, command: Command) => {
    const { showAuditLog } = await import('./commands/audit-log.ts');
    await showAuditLog(command.optsWithGlobals<{ json?: true }>());
  });

addPublishingCommands(program);

const messages = program
  .command('messages')
  .description('what visitors wrote and what became of it')
  .option('--json', 'for scripts')
  .action(async (options: { json?: true }) => {
    const { showMessages } = await import('./commands/messages.ts');
    await showMessages(options);
  });

messages
  .command('retry')
  .description('send a message now')
  .argument('<id>', 'the message; "portfolio messages" lists them')
  .action(async (id: string) => {
    const { retryMessage } = await import('./commands/messages.ts');
    await retryMessage(id);
  });

messages
  .command('discard')
  .description('forget a message that cannot be sent, for good')
  .argument('<id>', 'the message; "portfolio messages" lists them')
  .action(async (id: string) => {
    const { discardMessage } = await import('./commands/messages.ts');
    await discardMessage(id);
  });

program
  .command('install-browser')
  .description('a browser to inspect releases with, and other engines for the journeys')
  .addArgument(
    new Argument('[engines...]', 'which ones')
      .choices(['chromium', 'firefox', 'webkit'])
      .default(['chromium']),
  )
  .action(async (engines: EngineName[]) => {
    const { installBrowser } = await import('./commands/install-browser.ts');
    installBrowser(engines);
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
