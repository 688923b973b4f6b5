import { fstatSync } from 'node:fs';
import pino from 'pino';

export type Log = pino.Logger;

// A server that logs into a file or a pipe never loads it.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).PinoPretty : undefined;

/** Structured log lines on standard output: JSON, and readable ones on a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const stream = pretty?.({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'port' });
  return stream ? pino(options, stream) : pino(options, openOutput());
}

/**
 * Writes at once: with lines under way, a process whose reader has gone could never exit. In a pipe
 * it ends then, as in `npm start | head`; a system's log (a socket) may come back.
 */
function openOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  output.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && fstatSync(1).isFIFO()) process.kill(process.pid, 'SIGTERM');
  });
  return output;
}
