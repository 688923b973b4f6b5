import { STATUS_CODES } from 'node:http';
import { NotAcceptedError } from '../intake.ts';
import type { State } from '../store/repository.ts';
import { BadMessageError } from '../validate/message.ts';
import { TooManyMessagesError } from './limit-senders.ts';

/** What a page says of a message that came without script, in the words of the app's own hints. */
export interface Outcome {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The key path of what is said, or the words of the status. */
  path?: string;
  words?: string | undefined;
  followUp?: string;
}

/** A message is sent, or kept and on its way. */
export function outcomeOf(state: State): Outcome {
  return state === 'sent'
    ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
    : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
}

/** A message was not taken. */
export function outcomeOfFault(error: Error & { status?: number }): Outcome {
  const said = (status: number, path: string): Outcome => ({ status, kind: 'error', path });
  if (error instanceof TooManyMessagesError) return said(429, 'contact.faults.tooMany');
  if (error instanceof BadMessageError)
    // All other fields are texts already, and hold nothing that is refused.
    return said(400, error.field === 'email' ? 'hints.faultyMail' : 'contact.faults.tooLong');
  if (error.status === 413) return said(413, 'contact.faults.tooLong');
  if (error.status !== undefined && error.status < 500)
    return said(error.status, 'contact.faults.notUnderstood');
  const status = error instanceof NotAcceptedError ? 503 : 500;
  const words = STATUS_CODES[status];
  return { status, kind: 'error', words, followUp: 'contact.faults.textKept' };
}
