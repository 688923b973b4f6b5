import type { Command } from 'commander';

/** What visitors wrote, and what the owner does about it. */
export function addMessageCommands(program: Command): void {
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
}
