import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Log } from '../../log.ts';
import { NotAcceptedError } from '../intake.ts';
import type { State } from '../store/repository.ts';
import { BadMessageError, cleanTexts, longestForm, readMessage } from '../validate/message.ts';
import type { Accept } from './contact-router.ts';
import { limitRefusedForms, type MessageResponse, TooManyMessagesError } from './limit-senders.ts';

/** What a visitor without script typed, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;

/** What a page says of a message that came without script, in the words of the app's own hints. */
export interface Outcome {
  status: number;
  kind: 'success' | 'warning' | 'error';
  /** The key path of what is said, or the words of the status. */
  path?: string;
  words?: string | undefined;
  followUp?: string;
}

/** What is known of a plain form when the page is made that answers it. */
export interface FormLocals {
  outcome?: Outcome;
  /** Stands in the fields again. Not there when it could not be read, or was taken. */
  typed?: Typed | undefined;
}

/** A form that another site's page sends, or a body that is no form. */
class ForeignFormError extends Error {
  override name = 'ForeignFormError';
  readonly status: number;

  constructor(status: number) {
    super('The form is not one of this site.');
    this.status = status;
  }
}

const fields = ['firstName', 'lastName', 'email', 'message', 'website'];

/**
 * Takes the form of a page that runs no script, by the same rules as the call, and puts what became of
 * it into `response.locals`: what makes pages answers.
 */
export function plainForm(
  accept: Accept,
  { limit, timeoutMs, log }: { limit: RequestHandler | null; timeoutMs: number; log: Log },
): RequestHandler {
  const readBody = express.urlencoded({
    extended: false,
    limit: longestForm,
    inflate: false,
    parameterLimit: 20,
  });
  const router = express.Router();
  if (limit) router.use(limitRefusedForms());
  router.use(refuseForeign, readBody, validate, ...(limit ? [limit] : []), take);
  router.use(explain(log));
  return router;

  async function take(
    _request: unknown,
    response: MessageResponse & { locals: FormLocals },
    next: () => void,
  ): Promise<void> {
    const state = await accept(response.locals.message, timeoutMs);
    response.locals.outcome = outcomeOf(state);
    if (state === 'sent') response.locals.typed = undefined;
    next();
  }
}

function explain(log: Log): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const outcome = outcomeOfFault(error);
    if (outcome.status >= 500) log.error({ reason: String(error) }, 'A form was not accepted.');
    response.locals.outcome = outcome;
    next();
  };
}

/** A message is sent, or kept and on its way. */
function outcomeOf(state: State): Outcome {
  return state === 'sent'
    ? { status: 200, kind: 'success', path: 'hints.mailSuccess' }
    : { status: 200, kind: 'warning', path: 'hints.mailFailure' };
}

/** A message was not taken. */
function outcomeOfFault(error: Error & { status?: number }): Outcome {
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

/**
 * Another site could make its visitors' browsers write here. Browsers say where a form comes from, and
 * no page can change what they say; over plain HTTP some say only the origin.
 */
const refuseForeign: RequestHandler = (request, _response, next) => {
  const site = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin');
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || hostOf(origin) === request.headers.host;
  if (!isOwn) return next(new ForeignFormError(403));
  const isForm = request.is('application/x-www-form-urlencoded');
  next(isForm ? undefined : new ForeignFormError(415));
};

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

const validate: RequestHandler = ({ body }, response, next) => {
  const sent: Record<string, unknown> = body ?? {};
  const typed = fields.map((name) => [name, textOf(sent[name])] as const);
  response.locals.typed = Object.fromEntries(typed);
  response.locals.message = readMessage(cleanTexts(response.locals.typed));
  next();
};

/** Forms end their lines as mails do; scripts see one character. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
