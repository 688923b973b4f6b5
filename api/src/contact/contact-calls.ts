import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { limitRequests } from '../http/rate-limits.ts';
import { refuseForeign } from '../http/refuse-foreign.ts';
import type { Log } from '../log.ts';
import {
  longestBody,
  longestForm,
  type ReceivedMessage,
  type Refused,
  readMessage,
  refuse,
} from './read-message.ts';

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
const hourMs = 3_600_000;

/** Both ways, JSON and plain form, apply the same rules to a message. */
export function contactCalls(
  send: (message: ReceivedMessage) => Promise<boolean>,
  config: Config,
  log: Log,
) {
  const limit = limitRequests(config, {
    windowMs: hourMs,
    limit: messagesAnHour,
    // A refused message does not count.
    skipFailedRequests: true,
    handler: (_request, response, next) => {
      const minutes = Math.ceil(Number(response.getHeader('Retry-After')) / 60);
      const sentence = `Too many messages from your address. Please try again in ${minutes} min.`;
      next(refuse(429, sentence, 'contact.faults.tooMany'));
    },
  });
  const accept: RequestHandler = async (request, { locals }, next) => {
    const isSent = await send(readMessage(request.body));
    locals.outcome = isSent
      ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
      : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
    next();
  };
  const explain: ErrorRequestHandler = (error, _request, { locals }, next) => {
    const { status = 500, message, stack } = error;
    const reason = status === 503 ? message : stack;
    if (status >= 500) log.error({ reason }, 'A message was not accepted.');
    const other = refusals[status] ?? (status < 500 ? notUnderstood : broken);
    const refusal: Refused = 'field' in error ? error : other;
    const { path, field, message: words } = refusal;
    locals.outcome = { status, kind: 'error', path, words, field, typed: locals.typed };
    next();
  };
  const take = [limit, accept, explain];

  // `inflate: false` refuses compressed bodies (415), which could expand beyond the limit.
  const readJson = express.json({ limit: longestBody, inflate: false });
  const readForm = express.urlencoded({ extended: false, limit: longestForm, inflate: false });
  const router = express.Router();
  router.post('/api/contact', readJson, ...take, answerCall);
  const form = express.Router();
  form.use(refuseForeign, readForm, readTyped, ...take);

  return {
    /** Answers `POST /api/contact`; it reads the body and answers all errors. */
    router,

    /** Accepts a plain form and puts the outcome into `response.locals`; the document router answers. */
    form,
  };
}

const answerCall: RequestHandler = (_request, response) => {
  const { status, kind, words: error, field } = response.locals.outcome as FormOutcome;
  if (status === 503) response.set('Retry-After', '60');
  response.set('Cache-Control', 'no-store').status(status);
  response.json(kind === 'error' ? { error, field } : kind === 'success');
};

/** The refusals of other errors: of Express's parsers, of the outbox, and of the site itself. */
const refusals: Readonly<Record<number, Refused>> = {
  413: refuse(413, 'The message is too long. Please shorten it.', 'contact.faults.tooLong'),
  503: refuse(503, 'Your message could not be taken just now. Please send it again in a minute.'),
};
const notUnderstood = refuse(
  400,
  'The message is not understood: please send plain JSON in UTF-8, not compressed.',
  'contact.faults.notUnderstood',
  'body',
);
const broken = refuse(500, 'Something broke on our side. Please try again later.');

const fields = ['firstName', 'lastName', 'email', 'message'];

/** Reads a plain form, which ends lines with CR LF; the app sends LF. */
const readTyped: RequestHandler = (request, { locals }, next) => {
  const typed = fields.map((name) => String(request.body?.[name] ?? '').replaceAll('\r\n', '\n'));
  locals.typed = typed.filter(Boolean).join('\n');
  request.body = Object.fromEntries(fields.map((name, at) => [name, typed[at]]));
  next();
};
