import { openContact } from '@portfolio/api/contact/contact.ts';
import { type ListedMessage, openMessages } from '@portfolio/api/contact/outbox-table.ts';
import { createLog } from '@portfolio/api/log.ts';
import { DatabaseError } from '@portfolio/releases/database/database.ts';
import { readLiveSet } from '@portfolio/releases/live/follow-live-releases.ts';
import type { Command } from 'commander';
import { openOwnStore, readSettings } from '../project/project.ts';
import { formatAge, NotPossibleError, printRows } from '../terminal/terminal.ts';

/** The most rows of the table; unsent messages come first. */
const mostRows = 200;

const cellsOf = ({ id, createdAt, state, attempts, message, lastAnswer }: ListedMessage) => ({
  id,
  age: formatAge(new Date(createdAt)),
  state,
  attempts: String(attempts),
  from: message ? senderOf(message) : '',
  'last answer': lastAnswer ?? '',
});

/** Notices of the site have no sender. */
function senderOf({ firstName, lastName, email }: NonNullable<ListedMessage['message']>): string {
  return email ? `${firstName} ${lastName} <${email}>`.trim() : 'the site';
}

export function defineMessages(command: Command): void {
  const id = ['<id>', 'the id that its table shows of a message'] as const;
  command.action(showMessages);

  command
    .command('retry')
    .description('send a message now')
    .argument(...id)
    .action((wanted: string) => change('retry', wanted));

  command
    .command('discard')
    .description('forget a message that cannot be sent, for good')
    .argument(...id)
    .action((wanted: string) => change('discard', wanted));

  command
    .command('test')
    .description('send one to yourself, and show what the mail server answers')
    .action(sendTest);
}

/** Sends a notice through the outbox and mail server of visitors' messages. */
async function sendTest(): Promise<void> {
  const settings = readSettings();
  const current = async () => {
    await using store = await openOwnStore();
    return await readLiveSet(store);
  };
  const contact = await openContact(settings, createLog('silent'), { current });
  const sentAt = new Date().toISOString();
  const text = `This is a test, sent on ${sentAt}. Messages of visitors arrive as this one did.`;
  const notified = contact.notify('A test of the contact form', text);
  // Closing waits for the mail in flight.
  const id = await notified.finally(contact.close).catch(({ message, cause }: Error) => {
    if (cause instanceof DatabaseError) throw cause;
    throw new NotPossibleError(`The test was not taken: ${message}`);
  });
  await using messages = await openMessages(settings);
  const sent = (await messages.list(mostRows)).find((message) => message.id === id);
  if (sent?.state === 'sent') return console.log(`The test is sent: ${sent.lastAnswer}`);
  throw new NotPossibleError(
    `The test is not sent yet: ${sent?.lastAnswer ?? 'the mail server has not answered'}. Is SMTP_URL right? It stays in the outbox; to remove it: npx portfolio messages discard ${id}`,
  );
}

async function showMessages(): Promise<void> {
  await using messages = await openMessages(readSettings());
  printRows(await messages.list(mostRows), cellsOf, 'No messages yet.');
}

const isDone = {
  retry: 'is due now: the running site sends it within seconds, else the next start.',
  discard: 'is discarded.',
};

async function change(does: keyof typeof isDone, id: string): Promise<void> {
  await using messages = await openMessages(readSettings());
  if (await messages[does](id)) return console.log(`Message ${id} ${isDone[does]}`);
  const found = (await messages.list(mostRows)).find((message) => message.id === id);
  if (!found)
    throw new NotPossibleError(
      `There is no message ${id}: "npx portfolio messages" shows all ids.`,
    );
  const why = found.state === 'sent' ? 'sent already' : 'just being sent';
  throw new NotPossibleError(`Message ${id} is ${why}.`);
}
