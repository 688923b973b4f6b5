import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { limitRequests, minute } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';
import {
  hashMessage,
  longestBody,
  longestForm,
  RefusedMessageError,
  readMessage,
} from './read-message.ts';
import type { Sender } from './sender.ts';

/** The outcome of a plain form, for the page that answers it. */
export interface FormOutcome {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The key path of a hint; without one the page shows the words. */
  path?: string | undefined;
  words?: string;
  /** What the visitor typed, if the message is not accepted. */
  typed?: string | undefined;
}

export interface FormLocals {
  outcome: FormOutcome;
}

/** All people behind one address send fewer, and a robot sends more. */
const messagesAnHour = 10;

/** Both ways, JSON and plain form, apply the same rules to a message. */
export function contactCalls(sender: Sender, { isLimited, log }: { isLimited: boolean; log: Log }) {
  /** Ids of accepted messages: a second click does not count for the limit. */
  const known = new LRUCache<string, true>({ max: 1000 });
  const limit = limitRequests({
    windowMs: 60 * minute,
    limit: messagesAnHour,
    skip: (_request, { locals }) => known.has(locals.id),
    handler: (_request, response, next) => {
      const minutes = Math.ceil(Number(response.getHeader('Retry-After')) / 60);
      const sentence = `Too many messages from your address. Please try again in ${minutes} min.`;
      next(new RefusedMessageError(429, sentence, 'contact.faults.tooMany'));
    },
  });
  const accept: RequestHandler = async (_request, { locals }, next) => {
    locals.isSent = (await sender.accept(locals.message)) === 'sent';
    known.set(locals.id, true);
    next();
  };
  const take = isLimited ? [limit, accept] : [accept];

  const router = express.Router();
  // `inflate: false` refuses compressed bodies (415), which could expand beyond the limit.
  const readJson = express.json({ limit: longestBody, inflate: false });
  router.post('/api/contact', readJson, readFields, take, answerCall);
  router.use('/api/contact', explainCall(log));

  const form = express.Router();
  const readForm = express.urlencoded({ extended: false, limit: longestForm, inflate: false });
  form.use(refuseForeign, readForm, readTyped, take, noteOutcome, explainForm(log));

  return {
    /** Answers `POST /api/contact`; it reads the body and answers all errors. */
    router,

    /** Accepts a plain form and puts the outcome into `response.locals`; the document router answers. */
    form,
  };
}

/**
 * Refuses forms that another site makes its visitors' browsers send. A page cannot change the header
 * `Sec-Fetch-Site`; over plain HTTP some browsers send only `Origin`.
 */
const refuseForeign: RequestHandler = (request, _response, next) => {
  const site = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin');
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || URL.parse(origin)?.host === request.headers.host;
  const isForm = request.is('application/x-www-form-urlencoded');
  if (isOwn && isForm) return next();
  next(Object.assign(new Error('Another form'), { status: isOwn ? 415 : 403 }));
};

const readFields: RequestHandler = (request, { locals }, next) => {
  const message = { ...readMessage(request.body), language: languageOf(request) };
  Object.assign(locals, { message, id: hashMessage(message) });
  next();
};

const fields = ['firstName', 'lastName', 'email', 'message', 'website'];

/** Reads a plain form, which ends lines with CR LF; the app sends LF. */
const readTyped: RequestHandler = (request, response, next) => {
  const typed = fields.map((name) => String(request.body?.[name] ?? '').replaceAll('\r\n', '\n'));
  response.locals.typed = typed.slice(0, -1).filter(Boolean).join('\n');
  request.body = Object.fromEntries(fields.map((name, at) => [name, typed[at]]));
  readFields(request, response, next);
};

const tag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;

/** The language of the page: the app accepts no other; a plain form has it in its address or in a cookie. */
function languageOf(request: Request): string | undefined {
  const isForm = request.is('application/x-www-form-urlencoded');
  const said = isForm ? `${request.url}; ${request.headers.cookie}` : '';
  const [, chosen] = /[?&;] *language=([\w-]+)/.exec(said) ?? [];
  return [chosen, ...request.acceptsLanguages()].find((it) => it && tag.test(it));
}

const answerCall: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json(response.locals.isSent);
};

const noteOutcome: RequestHandler = (_request, { locals }, next) => {
  locals.outcome = locals.isSent
    ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
    : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
  next();
};

const explainCall =
  (log: Log): ErrorRequestHandler =>
  (fault, _request, response, next) => {
    if (response.headersSent) return next(fault);
    const { status, message: error, field } = refusalOf(fault, log);
    if (status === 503) response.set('Retry-After', '60');
    response.status(status).json({ error, field });
  };

const explainForm =
  (log: Log): ErrorRequestHandler =>
  (error, _request, { locals }, next) => {
    const { status, path, message } = refusalOf(error, log);
    locals.outcome = { status, kind: 'error', path, words: message, typed: locals.typed };
    next();
  };

type Refusal = readonly [sentence: string, path?: string, field?: string];

const notUnderstood = 'contact.faults.notUnderstood';
const notJson: Refusal = ['The body is not JSON.', notUnderstood, 'body'];
const broken: Refusal = ['Something broke on our side. Please try again later.'];
const refusals: Partial<Record<number, Refusal>> = {
  403: ['The form is not one of this site.', notUnderstood],
  413: ['The message is too long. Please shorten it.', 'contact.faults.tooLong'],
  415: ['Please send plain JSON in UTF-8, not compressed.', notUnderstood],
  503: ['Your message could not be taken just now. Please send it again in a minute.'],
};

/** Words an error for the visitor, and logs those that are the server's fault. */
function refusalOf(error: Error & { status?: number }, log: Log): RefusedMessageError {
  if (error instanceof RefusedMessageError) return error;
  const { status = 500, message, stack } = error;
  if (status >= 500)
    log.error({ reason: status === 503 ? message : stack }, 'A message was not accepted.');
  return new RefusedMessageError(
    status,
    ...(refusals[status] ?? (status < 500 ? notJson : broken)),
  );
}
