import type { Command } from 'commander';

const id = ['<id>', 'the message; "portfolio messages" lists them'] as const;

/** What visitors wrote, and what the owner does about it. */
export function addMessageCommands(program: Command): void {
  const messages = program
    .command('messages')
    .description('what visitors wrote and what became of it')
    .option('--json', 'for scripts')
    .action(async (options: { json?: true }) =>
      (await import('./messages.ts')).showMessages(options),
    );

  messages
    .command('retry')
    .description('send a message now')
    .argument(...id)
    .action(async (id: string) => (await import('./messages.ts')).retryMessage(id));

  messages
    .command('discard')
    .description('forget a message that cannot be sent, for good')
    .argument(...id)
    .action(async (id: string) => (await import('./messages.ts')).discardMessage(id));
}
