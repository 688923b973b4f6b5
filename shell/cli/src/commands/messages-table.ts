import type { Listed } from '@portfolio/api/outbox/overview.ts';
import { ageOf } from '@portfolio/contract';

/** What visitors wrote and what became of it, a line a message. */
export function toTable(messages: Listed[]): string {
  const head = ['id', 'age', 'state', 'attempts', 'from', 'last answer'];
  const rows = [head, ...messages.map(toRow)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toRow(listed: Listed): string[] {
  const { id, createdAt, state, isInHand, attempts, message, lastAnswer } = listed;
  const from = message ? `${message.firstName} ${message.lastName} <${message.email}>`.trim() : '';
  const shown = isInHand ? `${state}, being sent` : state;
  return [
    id,
    ageOf(Date.now() - createdAt.getTime()),
    shown,
    String(attempts),
    from,
    lastAnswer ?? '',
  ];
}
