import pino from 'pino';

export type Log = pino.Logger;

/** Structured log lines (JSON, one per line) on standard output. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
