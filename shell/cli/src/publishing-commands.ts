import type { Command } from 'commander';

/** What publishing over the network adds: the keys of teams, on their side and on the owner's. */
export function addPublishingCommands(program: Command): void {
  program
    .command('keygen')
    .description('make the pair of keys with which a team publishes from anywhere')
    .argument('[section]', 'what it is for; in the folder of a section it is that one')
    .action(async (section: string | undefined) => {
      const { generateKey } = await import('./commands/keygen.ts');
      await generateKey(section);
    });

  const keys = program
    .command('keys')
    .description('who may publish over the network')
    .action(async () => {
      const { showKeys } = await import('./commands/keys.ts');
      await showKeys();
    });

  keys
    .command('add')
    .description("add the public half of a team's key")
    .argument('<sections>', 'what it opens; several with commas between them')
    .argument('<file>', 'the file that ends in .pub')
    .option('--preview-only', 'it may publish, but not make live')
    .option('--until <day>', 'the last day on which it opens anything, such as 2027-01-31')
    .action(
      async (sections: string, file: string, options: { previewOnly?: true; until?: string }) => {
        const { addPublicHalf } = await import('./commands/keys.ts');
        await addPublicHalf(sections, file, options);
      },
    );

  keys
    .command('remove')
    .description('from now on it opens nothing')
    .argument('<id>', 'the key; "portfolio keys" lists them')
    .action(async (id: string) => {
      const { removePublicHalf } = await import('./commands/keys.ts');
      await removePublicHalf(id);
    });

  program
    .command('activate')
    .description('make a release live that a site has, such as a preview')
    .argument('<name>', '"shell" or a section')
    .argument('<id>', 'the release')
    .requiredOption('--to <site>', 'the site, such as https://www.example.com')
    .action(async (name: string, id: string, options: { to: string }) => {
      const { activateAt } = await import('./commands/move-to.ts');
      await activateAt(name, id, options);
    });
}
