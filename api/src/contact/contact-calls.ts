import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Log } from '../log.ts';
import { limitRefusedForms, type MessageResponse } from './limit-senders.ts';
import {
  hashMessage,
  longestBody,
  longestForm,
  type MessageRefusal,
  RefusedMessageError,
  readMessage,
  refuseBody,
} from './read-message.ts';
import { type AcceptMessage, NotAcceptedError } from './sender.ts';

/** The hint on the page that answers a plain form. */
interface FormOutcome {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The key path of the hint's text. Without a path the page shows `words`. */
  path?: string;
  words?: string | undefined;
  followUp?: string;
}

/** What the page that answers a plain form needs. */
export interface FormLocals {
  outcome?: FormOutcome;
  /** The texts to show in the fields again, by field name. Undefined once the message is sent. */
  typed?: Readonly<Record<string, string>> | undefined;
}

const fields = ['firstName', 'lastName', 'email', 'message', 'website'];

/** Both routes, JSON and plain form, apply the same rules to a message. */
export function contactCalls(accept: AcceptMessage, limit: RequestHandler | null, log: Log) {
  const limits = limit ? [limit] : [];

  const router = express.Router();
  const route = router.route('/api/contact');
  // `inflate: false` refuses compressed bodies (415), which could expand beyond the limit.
  const readJson = express.json({ limit: longestBody, inflate: false, verify: refuseNested });
  route.post(requireJson, readJson, readFields, ...limits, answerCall);
  route.all((_request, response) => {
    response.status(405).set('Allow', 'POST').json({ error: 'Only POST is answered here.' });
  });
  router.use('/api/contact', explainCall(log));

  const form = express.Router();
  const readForm = express.urlencoded({
    extended: false,
    limit: longestForm,
    inflate: false,
    parameterLimit: 20,
  });
  if (limit) form.use(limitRefusedForms());
  form.use(refuseForeign, readForm, readTyped, ...limits, answerForm);
  form.use(explainForm(log));

  return {
    /** Answers `POST /api/contact`; it reads the body and answers all errors. */
    router,

    /** Accepts a plain form and puts the outcome into `response.locals`; the document router answers. */
    form,
  };

  async function answerCall(_request: unknown, response: MessageResponse): Promise<void> {
    const { message, ...known } = response.locals;
    const state = await accept(message, known);
    response.set('Cache-Control', 'no-store').json(state === 'sent');
  }

  async function answerForm(
    _request: unknown,
    { locals }: MessageResponse & { locals: FormLocals },
    next: () => void,
  ): Promise<void> {
    const { message, hash, state } = locals;
    const isSent = (await accept(message, { hash, state })) === 'sent';
    locals.outcome = isSent
      ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
      : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
    if (isSent) locals.typed = undefined;
    next();
  }
}

/** Clients may send a few lists or objects in other fields, which are ignored. */
const mostObjects = 100;

const [quote, backslash, brace, bracket] = Buffer.from('"\\{[');

/** Refuses nested JSON: parsing 30,000 levels takes 3.6 times as long as a message. */
function refuseNested(_request: unknown, _response: unknown, body: Buffer): void {
  let opened = 0;
  let isInText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText && byte === backslash) at += 1;
    else if (!isInText && (byte === brace || byte === bracket)) opened += 1;
    if (opened > mostObjects) throw refuseBody();
  }
}

const requireJson: RequestHandler = (request, response, next) => {
  if (/^application\/json\s*(;|$)/i.test(request.get('Content-Type') ?? '')) return next();
  response.status(415).json({ error: 'Please send the message as application/json.' });
};

function readInto(locals: Record<string, unknown>, request: Request, body: unknown): void {
  const message = { ...readMessage(body), language: languageOf(request) };
  Object.assign(locals, { message, hash: hashMessage(message) });
}

const readFields: RequestHandler = (request, { locals }, next) => {
  readInto(locals, request, request.body);
  next();
};

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
  const status = isOwn ? 415 : 403;
  const isForm = request.is('application/x-www-form-urlencoded');
  if (isOwn && isForm) return next();
  next(Object.assign(new Error('The form is not one of this site.'), { status }));
};

const readTyped: RequestHandler = (request, { locals }, next) => {
  const { body } = request;
  const typed = fields.map((name) => [name, textOf(body?.[name])] as const);
  locals.typed = Object.fromEntries(typed);
  readInto(locals, request, locals.typed);
  next();
};

const tag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;

/**
 * The language in which the visitor reads the page. The app accepts only that one; a plain form has it in its
 * address or in a cookie.
 */
function languageOf(request: Request): string | undefined {
  const [, asked] = /[?&]language=([\w-]+)/.exec(request.url) ?? [];
  const [, chosen] = /(?:^|;\s*)language=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const ofForm = request.is('application/x-www-form-urlencoded') ? [asked, chosen] : [];
  return [...ofForm, ...request.acceptsLanguages()].find((it) => it && tag.test(it));
}

/** Plain forms end lines with CR LF; the app sends LF. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

/** The answer to an error. It logs those that are the server's fault. */
function faultOf(error: Error & { status?: number }, log: Log): MessageRefusal {
  const { status = 500, message } = error;
  if (error instanceof RefusedMessageError) return error.fault;
  if (error instanceof NotAcceptedError) {
    log.error({ reason: message }, 'A message was not accepted.');
    const sentence = 'Your message could not be taken just now. Please send it again in a minute.';
    return { status: 503, said: { error: sentence } };
  }
  if (status === 413) {
    const sentence = 'The message is too long. Please shorten it.';
    return { status, said: { error: sentence }, path: 'contact.faults.tooLong' };
  }
  if (status < 500) {
    const said =
      status === 415
        ? { error: 'Please send plain JSON in UTF-8, not compressed.' }
        : { error: 'The body is not JSON.', field: 'body' };
    return { status, said, path: 'contact.faults.notUnderstood' };
  }
  log.error({ reason: error.stack }, 'A fault of the contact API.');
  const sentence = 'Something broke on our side. Please try again later.';
  return { status: 500, said: { error: sentence } };
}

function explainCall(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, said } = faultOf(error, log);
    if (status === 503) response.set('Retry-After', '60');
    response.status(status).json(said);
  };
}

function explainForm(log: Log): ErrorRequestHandler {
  return (error, _request, { locals }, next) => {
    const { status, path } = faultOf(error, log);
    const said = path
      ? { path }
      : { words: STATUS_CODES[status], followUp: 'contact.faults.textKept' };
    locals.outcome = { status, kind: 'error', ...said };
    next();
  };
}
