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

/** What a page says of a message that came without script, in the words of the app's own hints. */
interface FormOutcome {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The key path of what is said, or the words of the status. */
  path?: string;
  words?: string | undefined;
  followUp?: string;
}

/** What is known of a plain form when the page is made that answers it. */
export interface FormLocals {
  outcome?: FormOutcome;
  /** Stands in the fields again, by their names. Not there when it could not be read, or was taken. */
  typed?: Readonly<Record<string, string>> | undefined;
}

const fields = ['firstName', 'lastName', 'email', 'message', 'website'];

/** A message comes as JSON or as a plain form; both pass the same rules. */
export function contactCalls(accept: AcceptMessage, limit: RequestHandler | null, log: Log) {
  const limits = limit ? [limit] : [];

  const router = express.Router();
  const route = router.route('/api/contact');
  // Compressed bodies are refused (415), so a small one cannot become a large one.
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
    /** Answers `POST /api/contact`, reading of the body and all errors included. */
    router,

    /**
     * Takes the form of a page that runs no script, and puts what became of it into `response.locals`:
     * what makes pages answers.
     */
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

/** Other fields are ignored, and may hold a few lists or objects. */
const mostObjects = 100;

const [quote, backslash, brace, bracket] = Buffer.from('"\\{[');

/** A message is one object of texts. Parsing 30,000 levels takes 3.6 times as long as a message. */
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
 * Another site could make its visitors' browsers write here. Browsers say where a form comes from, and
 * no page can change what they say; over plain HTTP some say only the origin.
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
 * The language that a page is read in: the app says it as the only one it accepts; a plain form is sent to
 * its page's own address, by a browser that may keep a choice.
 */
function languageOf(request: Request): string | undefined {
  const { query, headers } = request;
  const [, chosen] = /(?:^|;\s*)language=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  const ofForm = request.is('application/x-www-form-urlencoded') ? [query.language, chosen] : [];
  const [found] = [...ofForm, ...request.acceptsLanguages()].filter((it) => tag.test(String(it)));
  return found === undefined ? undefined : String(found);
}

/** Forms end their lines as mails do; scripts see one character. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

/** Why a message was not taken. What is our side's fault is logged. */
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
