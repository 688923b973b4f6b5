import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import type { Log } from '../../log.ts';
import { NotAcceptedError } from '../intake.ts';
import type { State } from '../store/repository.ts';
import { BadMessageError, longestBody, type Message, readMessage } from '../validate/message.ts';
import { type MessageResponse, TooManyMessagesError } from './limit-senders.ts';

/** Takes a message in; see the intake. */
export type Accept = (message: Message, timeoutMs: number) => Promise<State>;

/**
 * How long a visitor waits to hear that the mail server has the mail: longer than mail servers usually
 * take, and less than people wait. What takes longer is answered with `false`: kept, and on its way.
 */
export const timeoutMs = 8000;

/** Other fields are ignored, and may hold a few lists or objects. */
const mostObjects = 100;

/** `POST /api/contact` with its own answers to everything that goes wrong. */
export function contactRouter(accept: Accept, limit: RequestHandler | null, log: Log): Router {
  const router = express.Router();
  const route = router.route('/api/contact');
  // Compressed bodies are refused (415), so a small one cannot become a large one.
  const readBody = express.json({ limit: longestBody, inflate: false, verify: refuseNested });
  route.post(requireJson, readBody, validate, ...(limit ? [limit] : []), answer);
  route.all((_request, response) => {
    response.status(405).set('Allow', 'POST').json({ error: 'Only POST is answered here.' });
  });
  router.use('/api/contact', explain(log));
  return router;

  async function answer(_request: express.Request, response: MessageResponse): Promise<void> {
    const state = await accept(response.locals.message, timeoutMs);
    response.set('Cache-Control', 'no-store').json(state === 'sent');
  }
}

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
    if (opened > mostObjects) throw new BadMessageError(undefined);
  }
}

const requireJson: RequestHandler = (request, response, next) => {
  if (/^application\/json\s*(;|$)/i.test(request.get('Content-Type') ?? '')) return next();
  response.status(415).json({ error: 'Please send the message as application/json.' });
};

const validate: RequestHandler = (request, response, next) => {
  response.locals.message = readMessage(request.body);
  next();
};

function explain(log: Log): ErrorRequestHandler {
  return (error: Error & { status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof BadMessageError) {
      response.status(400).json({ error: error.message, field: error.field });
    } else if (error instanceof TooManyMessagesError) {
      response.status(429).json({ error: error.message });
    } else if (error instanceof NotAcceptedError) {
      log.error({ reason: error.message }, 'A message was not accepted.');
      response.status(503).set('Retry-After', '60').json({
        error: 'Your message could not be taken just now. Please send it again in a minute.',
      });
    } else if (error.status === 413) {
      response.status(413).json({ error: 'The message is too long. Please shorten it.' });
    } else if (error.status === 415) {
      response.status(415).json({ error: 'Please send plain JSON in UTF-8, not compressed.' });
    } else if (error.status !== undefined && error.status < 500) {
      response.status(400).json({ error: 'The body is not JSON.', field: 'body' });
    } else {
      log.error({ reason: error.stack }, 'A fault of the contact API.');
      response.status(500).json({ error: 'Something broke on our side. Please try again later.' });
    }
  };
}
