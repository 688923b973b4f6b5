import type { Command } from 'commander';

/** What publishing over the network adds: the keys of teams, on their side and on the owner's. */
export function addPublishingCommands(program: Command): void {
  program
    .command('keygen')
    .description('make the pair of keys with which a team publishes from anywhere')
    .argument('[section]', 'what it is for; in the folder of a section it is that one')
    .action(async (section: string | undefined) =>
      (await import('./keygen.ts')).generateKey(section),
    );

  const keys = program
    .command('keys')
    .description('who may publish over the network')
    .option('--json', 'for scripts')
    .action(async (options: { json?: true }) => (await import('./keys.ts')).showKeys(options));

  keys
    .command('add')
    .description("add the public half of a team's key")
    .argument('<sections>', 'what it opens; several with commas between them')
    .argument('<file>', 'the file that ends in .pub')
    .option('--preview-only', 'it may publish, but not make live')
    .option('--until <day>', 'the last day on which it opens anything, such as 2027-01-31')
    .action(
      async (sections: string, file: string, options: { previewOnly?: true; until?: string }) =>
        (await import('./keys.ts')).addPublicHalf(sections, file, options),
    );

  keys
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'the key; "portfolio keys" lists them')
    .action(async (id: string) => (await import('./keys.ts')).removePublicHalf(id));

  program
    .command('activate')
    .description('make a release live that a site has, such as a preview')
    .argument('<name>', '"shell" or a section')
    .argument('<id>', 'the release')
    .requiredOption('--to <site>', 'the site, such as https://www.example.com')
    .action(async (name: string, id: string, options: { to: string }) =>
      (await import('./move-to.ts')).activateAt(name, id, options),
    );
}
