import type { Command } from 'commander';

/** What is in the store, and what of it is live. */
export function addReleaseCommands(program: Command): void {
  program
    .command('rollback')
    .description('make the release before (or the named one) live')
    .argument('<name>', '"shell" or a section')
    .argument('[id]', 'the release; "portfolio releases" lists them')
    .option('--to <site>', 'on a site over HTTPS, such as https://www.example.com')
    .action(async (name: string, id: string | undefined, { to }: { to?: string }) => {
      if (to !== undefined) {
        const { rollbackTo } = await import('./move-to.ts');
        return rollbackTo(name, id, to);
      }
      const { rollback } = await import('./rollback.ts');
      await rollback(name, id);
    });

  const releases = program
    .command('releases')
    .description('what is in the store')
    .option('--json', 'for scripts')
    .action(async (options: { json?: true }) =>
      (await import('./releases.ts')).showReleases(options),
    );

  releases
    .command('retire')
    .description('take a section out of what is live; its releases stay')
    .argument('<name>', 'the section')
    .action(async (name: string) => (await import('./releases.ts')).retireSection(name));

  releases
    .command('prune')
    .description('show what nobody can need any more')
    .option('--days <days>', 'out of use for longer than this', '7')
    .option('--yes', 'remove it')
    .action(async (options: { days: string; yes?: true }) =>
      (await import('./releases.ts')).pruneReleases(options),
    );

  releases
    .command('copy')
    .description(
      'copy all of it, as from one machine to the database of several; it can be repeated',
    )
    .requiredOption('--from <place>', 'a DATA_DIR or a DATABASE_URL')
    .requiredOption('--to <place>', 'another one')
    .action(async (options: { from: string; to: string }) =>
      (await import('./copy.ts')).copyReleases(options),
    );

  releases
    .command('log')
    .description(
      'who published what over the network, what was rolled back by itself, and whether the log is whole',
    )
    .action(async (_options, command: Command) => {
      const { showAuditLog } = await import('./audit-log.ts');
      await showAuditLog(command.optsWithGlobals<{ json?: true }>());
    });
}
