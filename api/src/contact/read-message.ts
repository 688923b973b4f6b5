import { hash } from 'node:crypto';
import { controlInLine, isEmail, messageLimits } from '@portfolio/contract/message.ts';
import { RefusedRequestError } from '@portfolio/releases/release/release-errors.ts';
import { z } from 'zod';

/** The longest body of the app: three bytes for each letter, with room for keys and escapes. A longer one gets 413. */
export const longestBody = 35_000;

/** The same as a form, which escapes each byte to three. */
export const longestForm = 3 * longestBody;

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

/** The body of `POST /api/contact`; other fields are ignored. */
export const messageSchema = z.object({
  firstName: line,
  lastName: line,
  email: z
    .string({ error: 'must be a text' })
    .refine(isEmail, { error: 'must be an e-mail address we can answer to' }),
  message: text(messageLimits.message, controlInText),
});

/** A visitor's message. */
export type ReceivedMessage = z.output<typeof messageSchema> & {
  /** The subject of a notice of the site to its owner, which has no visitor. */
  notice?: string;
};

/**
 * Makes the error of a refused message, whose sentence is for the visitor.
 * @param path the key path of a text, for a page without script
 * @param field the faulty one
 */
export function refuse(status: number, sentence: string, path?: string, field?: string) {
  return Object.assign(new RefusedRequestError(status, sentence), { path, field });
}

export type Refused = ReturnType<typeof refuse>;

/** @throws Refused, which names the first faulty field */
export function readMessage(body: unknown): ReceivedMessage {
  const { data, error } = messageSchema.safeParse(body);
  if (data) return data;
  const [issue] = error.issues;
  const field = issue?.path[0]?.toString() ?? 'body';
  const sentence =
    field === 'body'
      ? 'The body must be a JSON object with firstName, lastName, email and message.'
      : `The field ${field} ${issue?.message}.`;
  // The other fields of a form are texts, so only their length can be wrong.
  const path = field === 'email' ? 'hints.faultyMail' : 'contact.faults.tooLong';
  throw refuse(400, sentence, path, field);
}

/** The id of a message: the hash of its four texts, which alone outlives a sent message. */
export function hashMessage({ firstName, lastName, email, message }: ReceivedMessage): string {
  const texts = JSON.stringify([firstName, lastName, email, message]);
  return hash('sha256', texts).slice(0, 16);
}
