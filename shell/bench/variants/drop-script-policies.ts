/**
 * Preloaded into the server of the usual set-up: classic federation writes script addresses as
 * plain strings and without hashes, which the site's own policies refuse.
 */
import { ServerResponse } from 'node:http';

const refused = new Set(['content-security-policy', 'integrity-policy']);
const setHeader = ServerResponse.prototype.setHeader;

ServerResponse.prototype.setHeader = function (name, value) {
  return refused.has(name.toLowerCase()) ? this : setHeader.call(this, name, value);
};
