import { fstatSync } from 'node:fs';
import pino from 'pino';

export type Log = pino.Logger;

// Only a terminal needs the module.
const pretty = process.stdout.isTTY ? (await import('pino-pretty')).PinoPretty : undefined;

/** Logs to standard output: JSON lines, and readable ones on a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const stream = pretty?.({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'port' });
  return stream ? pino(options, stream) : pino(options, openOutput());
}

/**
 * Writes synchronously: with unwritten lines, a process without a reader could never exit. The process ends
 * when the reader of its pipe does, as in `npm start | head`; a system's log (a socket) may come back.
 */
function openOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  output.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && fstatSync(1).isFIFO()) process.kill(process.pid, 'SIGTERM');
  });
  return output;
}
