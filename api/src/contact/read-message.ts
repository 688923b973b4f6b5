import { createHash } from 'node:crypto';
import { controlInLine, isEmail, messageLimits } from '@portfolio/contract/message.ts';
import { z } from 'zod';

/**
 * The longest honest body: every unit of every text as a JSON escape (`\u00e4`, six bytes), and
 * room for the keys. Anything longer is answered with 413 unread.
 */
export const longestBody =
  6 * (2 * messageLimits.name + messageLimits.email + messageLimits.message) + 1024;

/** The same as a form without script: every unit as three bytes of UTF-8, each of them escaped. */
export const longestForm = (longestBody / 6) * 9;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const everyControlInLine = new RegExp(controlInLine, 'g');

/**
 * A text whose control characters, which come unseen with what is pasted, are spaces from here on. A lone
 * surrogate, left by a form's `maxlength`, becomes U+FFFD: no mail can carry it.
 */
const text = (max: number, control: RegExp) =>
  z
    .string({ error: 'must be a text' })
    .max(max, { error: `must have at most ${max} characters`, abort: true })
    .transform((value) => value.toWellFormed().replaceAll(control, ' '));

const line = text(messageLimits.name, everyControlInLine).transform((value) => value.trim());

/**
 * The body of `POST /api/contact`: four texts and the honeypot. Other fields are ignored. The
 * honeypot `website` is in no visitor's sight; a filled one only marks the mail, because browsers
 * fill forms too.
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

/** What a visitor wrote. `website` says whether the honeypot was filled. */
export type ReceivedMessage = z.output<typeof messageSchema> & {
  /** The language that the visitor reads the site in, such as `de`. */
  language?: string | undefined;
};

/** What the app is answered for a message that is not taken, and what a page without script says. */
export interface MessageRefusal {
  status: number;
  said: { error: string; field?: string };
  /** The key path of a text; if not given, a page says the words of the status. */
  path?: string;
}

/** A message is not taken; the sentence is for the visitor. */
export class RefusedMessageError extends Error {
  override name = 'RefusedMessageError';
  readonly fault: MessageRefusal;

  constructor(fault: MessageRefusal) {
    super(fault.said.error);
    this.fault = fault;
  }
}

/** A body that is no message, by the first fault of it. */
export function refuseBody(issue?: z.core.$ZodIssue): RefusedMessageError {
  const field = issue?.path[0]?.toString() ?? 'body';
  const error =
    issue === undefined || field === 'body'
      ? 'The body must be a JSON object with firstName, lastName, email and message.'
      : `The field ${field} ${issue.message}.`;
  // Of a form all other fields are texts already, and hold nothing that is refused.
  const path = field === 'email' ? 'hints.faultyMail' : 'contact.faults.tooLong';
  return new RefusedMessageError({ status: 400, said: { error, field }, path });
}

/**
 * Reads a body.
 * @throws RefusedMessageError
 */
export function readMessage(body: unknown): ReceivedMessage {
  const read = messageSchema.safeParse(body);
  if (!read.success) throw refuseBody(read.error.issues[0]);
  return read.data;
}

/**
 * A hash of the four texts, without differences in white space and in the case of the address. Only the
 * hash outlives a sent message.
 * @returns SHA-256 as hex.
 */
export function hashMessage({ firstName, lastName, email, message }: ReceivedMessage): string {
  const texts = [firstName, lastName, email.toLowerCase(), message];
  const words = texts.map((text) => normalize(text).trim().split(/\s+/).join(' '));
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

/**
 * Normalizing sorts the marks of a letter in quadratic time and blocks the server meanwhile. No letter
 * has more than 30 (Unicode's Stream-Safe Text Format), so after 30 a joiner is put between them, which
 * no mark is moved across.
 */
function normalize(text: string): string {
  return text.replaceAll(/\p{M}{30}(?=\p{M})/gu, '$&\u034f').normalize('NFC');
}
