import { hash } from 'node:crypto';
import { controlInLine, isEmail, messageLimits } from '@portfolio/contract/message-rules.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { limitRequests, refuseForeign } from '../http/guards.ts';
import type { Log } from '../log.ts';

/** The longest body of the app: three bytes for each letter, with room for keys and escapes. A longer one gets 413. */
export const longestBody = 35_000;

/** The same as a form, which escapes each byte to three. */
export const longestForm = 3 * longestBody;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const everyControlInLine = new RegExp(controlInLine, 'g');

const anyText = z.string({ error: 'must be a text' });

/**
 * Replaces control characters, which pasted text may contain, by spaces, and a lone surrogate, which a form's
 * `maxlength` may leave and mails cannot contain, by U+FFFD.
 */
const text = (max: number, control: RegExp) =>
  anyText
    .max(max, { error: `must have at most ${max} characters` })
    .transform((value) => value.toWellFormed().replaceAll(control, ' '));

const line = text(messageLimits.name, everyControlInLine).transform((value) => value.trim());

/** The body of `POST /api/contact`; other fields are ignored. */
export const messageSchema = z.object({
  firstName: line,
  lastName: line,
  email: anyText.refine(isEmail, { error: 'must be an e-mail address we can answer to' }),
  message: text(messageLimits.message, controlInText),
});

const fields = messageSchema.keyof().options;

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
function refuse(status: number, sentence: string, path?: string, field?: string) {
  return Object.assign(new RefusedError(sentence, status), { path, field });
}

type Refused = ReturnType<typeof refuse>;

/** @throws Refused, which names the first faulty field */
function readMessage(body: unknown): ReceivedMessage {
  const { data, error } = messageSchema.safeParse(body);
  if (data) return data;
  const [issue] = error.issues;
  const field = issue?.path[0]?.toString() ?? 'body';
  const sentence =
    field === 'body'
      ? `The body must be a JSON object with ${fields.join(', ')}.`
      : `The field ${field} ${issue?.message}.`;
  // The other fields of a form are texts, so only their length can be wrong.
  const path = field === 'email' ? 'hints.faultyMail' : 'contact.faults.tooLong';
  throw refuse(400, sentence, path, field);
}

/** The id of a message: the hash of its texts, which alone outlives a sent message. */
export function hashMessage(message: ReceivedMessage): string {
  const texts = JSON.stringify(fields.map((name) => message[name]));
  return hash('sha256', texts).slice(0, 16);
}

/** The outcome of a message, for the app and for the page that answers a plain form. */
export interface FormOutcome extends Partial<Pick<Refused, 'path' | 'field'>> {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The page shows them if there is no text at the path. */
  words?: string;
  /** What the visitor typed into a plain form, if the message is not accepted. */
  typed?: string | undefined;
}

/** All people behind one address send fewer, and a robot sends more. */
const messagesAnHour = 10;

/** Both ways, JSON and plain form, apply the same rules to a message. */
export function contactCalls(
  storeAndSend: (message: ReceivedMessage) => Promise<boolean>,
  config: Config,
  log: Log,
) {
  const limit = limitRequests(config, {
    windowMs: 3_600_000,
    limit: messagesAnHour,
    // A refused message does not count.
    skipFailedRequests: true,
    handler: (_request, response, next) => {
      const minutes = Math.ceil(Number(response.getHeader('Retry-After')) / 60);
      const sentence = `Too many messages from your address. Please try again in ${minutes} min.`;
      next(refuse(429, sentence, 'contact.faults.tooMany'));
    },
  });
  const take: RequestHandler = async (request, { locals }, next) => {
    const isSent = await storeAndSend(readMessage(request.body));
    locals.outcome = isSent
      ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
      : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
    next();
  };
  const explain: ErrorRequestHandler = (error, _request, { locals }, next) => {
    const { status = 500, message, stack } = error;
    const reason = status === 503 ? message : stack;
    if (status >= 500) log.error({ reason }, 'A message was not accepted.');
    const ofRequest = status === 413 ? tooLong : notUnderstood;
    const other = status < 500 ? ofRequest : notTaken;
    const said = 'field' in error ? { ...error, words: message } : other;
    locals.outcome = { ...said, status, kind: 'error', typed: locals.typed };
    next();
  };
  const steps = [limit, take, explain];

  // `inflate: false` refuses compressed bodies (415), which could expand beyond the limit.
  const readJson = express.json({ limit: longestBody, inflate: false });
  const readForm = express.urlencoded({ extended: false, limit: longestForm, inflate: false });
  return {
    /** Answers `POST /api/contact`; it reads the body and answers all errors. */
    call: [readJson, ...steps, answerCall],

    /** Accepts a plain form and puts the outcome into `response.locals`; the documents answer. */
    form: [refuseForeign, readForm, readTyped, ...steps],
  };
}

const answerCall: RequestHandler = (_request, response) => {
  const { status, kind, words: error, field } = response.locals.outcome as FormOutcome;
  if (status === 503) response.set('Retry-After', '60');
  response.status(status).json(kind === 'error' ? { error, field } : kind === 'success');
};

// What is said of other errors: of Express's parsers, of the outbox, and of the site itself.
const tooLong = {
  words: 'The message is too long. Please shorten it.',
  path: 'contact.faults.tooLong',
};
const notUnderstood = {
  words: 'The message is not understood: please send plain JSON in UTF-8, not compressed.',
  path: 'contact.faults.notUnderstood',
  field: 'body',
};
const notTaken = {
  words: 'Your message could not be taken just now. Please send it again in a minute.',
};

/** Reads a plain form, which ends lines with CR LF; the app sends LF. */
const readTyped: RequestHandler = (request, { locals }, next) => {
  const typed = fields.map((name) => String(request.body?.[name] ?? '').replaceAll('\r\n', '\n'));
  locals.typed = typed.filter(Boolean).join('\n');
  request.body = Object.fromEntries(fields.map((name, at) => [name, typed[at]]));
  next();
};
