/** The fastest that Node.js has: a handler that knows its few answers by heart. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { Answer } from './answers.ts';

const [port, file] = process.argv.slice(2);
const answers: Answer[] = JSON.parse(readFileSync(file ?? '', 'utf8'));
const byPath = new Map(answers.map((answer) => [answer.path, answerWith(answer)]));

const server = createServer((request, response) => {
  const answer = byPath.get(request.url ?? '');
  if (answer) answer(response);
  else response.writeHead(404).end();
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

/** A document has a fresh nonce in each answer, in one header and once in its compressed bytes. */
function answerWith({ headers, body, nonce }: Answer): (response: ServerResponse) => void {
  const bytes = readFileSync(body);
  if (!nonce) return (response) => response.writeHead(200, headers).end(bytes);
  const at = bytes.indexOf(nonce);
  if (at < 0) throw new Error(`${body} was not answered from memory.`);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + nonce.length)];
  const policy = String(headers['content-security-policy']);
  return (response) => {
    const own = randomBytes(16).toString('base64');
    response.writeHead(200, {
      ...headers,
      'content-security-policy': policy.replaceAll(nonce, own),
    });
    response.end(Buffer.concat([before, Buffer.from(own), after]));
  };
}
