import { isIPv6 } from 'node:net';

/**
 * Where the site is on this machine. By the name localhost only on port 5037: there a page calls
 * that port, wherever it came from.
 */
export function localAddress(port: number, host = '127.0.0.1'): string {
  if (host === '127.0.0.1' && port === 5037) return 'http://localhost:5037';
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
