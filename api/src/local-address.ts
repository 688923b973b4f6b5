/**
 * Where the site is on this machine. By the name localhost only on the port of spec §7: there a page
 * calls port 5037, wherever it came from.
 */
export function localAddress(port: number): string {
  return port === 5037 ? 'http://localhost:5037' : `http://127.0.0.1:${port}`;
}
