import { isIPv6 } from 'node:net';

const everyAddress = ['0.0.0.0', '::'];

/**
 * Where the site is on this machine. By the name localhost only on port 5037: there a page calls
 * that port, wherever it came from.
 */
export function localAddress(port: number, listensOn = '127.0.0.1'): string {
  const host = everyAddress.includes(listensOn) ? '127.0.0.1' : listensOn;
  if (host === '127.0.0.1' && port === 5037) return 'http://localhost:5037';
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Why a server cannot listen, and what to do. */
export function portFault(
  { code, message }: NodeJS.ErrnoException,
  { PORT, HOST }: { PORT: number; HOST: string },
): string {
  return code === 'EADDRINUSE'
    ? `Port ${PORT} is in use. Choose another with PORT=…`
    : `The site cannot listen on ${HOST}, port ${PORT}. Choose others with HOST=… and PORT=… (${message})`;
}
