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
