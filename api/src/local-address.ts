import { isIPv6 } from 'node:net';

const everyAddress = ['0.0.0.0', '::'];

/**
 * The site's address on this machine. It has the name localhost only on port 5037: a page of localhost calls
 * that port, whatever its own.
 */
export function localAddress(port: number, listensOn = '127.0.0.1'): string {
  const host = everyAddress.includes(listensOn) ? '127.0.0.1' : listensOn;
  if (host === '127.0.0.1' && port === 5037) return 'http://localhost:5037';
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Says why a server cannot listen, and what to do. */
export function portFault(
  { code, message }: NodeJS.ErrnoException,
  { PORT, HOST }: { PORT: number; HOST: string },
): string {
  return code === 'EADDRINUSE'
    ? `Port ${PORT} is in use, perhaps by this site. Choose another with PORT=…`
    : `The site cannot listen on ${HOST}, port ${PORT}. Choose others with HOST=… and PORT=… (${message})`;
}
