import pino from 'pino';

export type Log = pino.Logger;

// A server that logs into a file or a pipe never loads it.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).PinoPretty : undefined;

/** Structured log lines on standard output: JSON, and readable ones on a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const stream = pretty?.({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'port' });
  return stream ? pino(options, stream) : pino(options);
}
