import { controlInLine, isEmail, messageLimits } from '@portfolio/contract';
import { z } from 'zod';

/**
 * The longest honest body: every unit of every text as a JSON escape (`\u00e4`, six bytes), and
 * room for the keys. Anything longer is answered with 413 unread.
 */
export const longestBody =
  6 * (2 * messageLimits.name + messageLimits.email + messageLimits.message) + 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** A half emoji, left by a form's `maxlength`, becomes U+FFFD: no mail can carry it. */
const text = (max: number) =>
  z
    .string({ error: 'must be a text' })
    .max(max, { error: `must have at most ${max} characters`, abort: true })
    .transform((value) => value.toWellFormed());

const line = text(messageLimits.name)
  .refine((value) => !controlInLine.test(value), { error: 'must not hold control characters' })
  .transform((value) => value.trim());

/**
 * The body of `POST /api/contact`: four texts and the honeypot. Other fields are ignored.
 * The honeypot `website` is in no visitor's sight; a filled one only marks the mail, because
 * browsers fill forms too.
 */
export const messageSchema = z.object({
  firstName: line,
  lastName: line,
  email: z
    .string({ error: 'must be a text' })
    .refine(isEmail, { error: 'must be an e-mail address we can answer to' }),
  message: text(messageLimits.message).refine((value) => !controlInText.test(value), {
    error: 'must not hold control characters other than tabs and line breaks',
  }),
  website: z
    .unknown()
    .optional()
    .transform((value) => value !== undefined && value !== null && value !== ''),
});

/** What a visitor wrote. `website` says whether the honeypot was filled. */
export type Message = z.output<typeof messageSchema>;
