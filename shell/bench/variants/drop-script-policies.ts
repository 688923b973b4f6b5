/**
 * Preloaded into the server of the usual set-up: classic federation writes script addresses as
 * plain strings and without hashes, which the site's own policies refuse.
 */
import { ServerResponse } from 'node:http';

const refused = new Set(['content-security-policy', 'integrity-policy']);
const { writeHead } = ServerResponse.prototype;

/** Documents are written with all their headers at once. */
ServerResponse.prototype.writeHead = function (
  this: ServerResponse,
  status: number,
  headers: object,
) {
  const kept = Object.entries(headers ?? {}).filter(([name]) => !refused.has(name.toLowerCase()));
  return writeHead.call(this, status, Object.fromEntries(kept));
} as typeof writeHead;
