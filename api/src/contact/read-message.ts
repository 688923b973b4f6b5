import { createHash } from 'node:crypto';
import { controlInLine, isEmail, messageLimits } from '@portfolio/contract/message.ts';
import { z } from 'zod';

/**
 * The longest honest body: six bytes for each code unit, as a JSON escape (`\u00e4`), and room for the
 * keys. A longer one gets 413.
 */
export const longestBody =
  6 * (2 * messageLimits.name + messageLimits.email + messageLimits.message) + 1024;

/** The longest honest form: three bytes of UTF-8 for each code unit, each escaped to three. */
export const longestForm = (longestBody / 6) * 9;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const everyControlInLine = new RegExp(controlInLine, 'g');

/**
 * Replaces control characters, which pasted text may contain, by spaces, and a lone surrogate, which a form's
 * `maxlength` may leave and mails cannot contain, by U+FFFD.
 */
const text = (max: number, control: RegExp) =>
  z
    .string({ error: 'must be a text' })
    .max(max, { error: `must have at most ${max} characters`, abort: true })
    .transform((value) => value.toWellFormed().replaceAll(control, ' '));

const line = text(messageLimits.name, everyControlInLine).transform((value) => value.trim());

/**
 * The body of `POST /api/contact`; other fields are ignored. `website` is a honeypot that visitors do not
 * see. A filled one only marks the mail, because browsers fill forms too.
 */
export const messageSchema = z.object({
  firstName: line,
  lastName: line,
  email: z
    .string({ error: 'must be a text' })
    .refine(isEmail, { error: 'must be an e-mail address we can answer to' }),
  message: text(messageLimits.message, controlInText),
  website: z
    .unknown()
    .optional()
    .transform((value) => value !== undefined && value !== null && value !== ''),
});

/** A visitor's message. `website` says whether the honeypot was filled. */
export type ReceivedMessage = z.output<typeof messageSchema> & {
  /** The language that the visitor reads the site in, such as `de`. */
  language?: string | undefined;
};

/** The answer to a message that is refused, for the app and for a page without script. */
export interface MessageRefusal {
  status: number;
  said: { error: string; field?: string };
  /** The key path of a text; without a path the page shows the words of the status. */
  path?: string;
}

/** A message is refused; the error's message is for the visitor. */
export class RefusedMessageError extends Error {
  override name = 'RefusedMessageError';
  readonly fault: MessageRefusal;

  constructor(fault: MessageRefusal) {
    super(fault.said.error);
    this.fault = fault;
  }
}

/** The error for an invalid body, by its first fault. */
export function refuseBody(issue?: z.core.$ZodIssue): RefusedMessageError {
  const field = issue?.path[0]?.toString() ?? 'body';
  const error =
    issue === undefined || field === 'body'
      ? 'The body must be a JSON object with firstName, lastName, email and message.'
      : `The field ${field} ${issue.message}.`;
  // The other fields of a form are texts, so only their length can be wrong.
  const path = field === 'email' ? 'hints.faultyMail' : 'contact.faults.tooLong';
  return new RefusedMessageError({ status: 400, said: { error, field }, path });
}

/** @throws RefusedMessageError */
export function readMessage(body: unknown): ReceivedMessage {
  const read = messageSchema.safeParse(body);
  if (!read.success) throw refuseBody(read.error.issues[0]);
  return read.data;
}

/**
 * Hashes the four texts, regardless of white space and of the address's case. Only the hash outlives a sent
 * message.
 * @returns SHA-256 as hex.
 */
export function hashMessage({ firstName, lastName, email, message }: ReceivedMessage): string {
  const texts = [firstName, lastName, email.toLowerCase(), message];
  const words = texts.map((text) => normalize(text).trim().split(/\s+/).join(' '));
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

/**
 * Normalizing sorts the marks of a letter in quadratic time and blocks the server. No letter has more than 30
 * (Unicode's Stream-Safe Text Format), so a joiner, which marks do not cross, follows each 30.
 */
function normalize(text: string): string {
  return text.replaceAll(/\p{M}{30}(?=\p{M})/gu, '$&\u034f').normalize('NFC');
}
