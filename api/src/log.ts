import pino from 'pino';

export type Log = pino.Logger;

// Only a terminal needs the module.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).PinoPretty : undefined;

/** Logs to standard output: JSON lines, and readable ones on a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const stream = pretty?.({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'port' });
  return stream ? pino(options, stream) : pino(options);
}
