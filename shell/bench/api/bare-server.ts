/** The fastest that Node.js has: a handler that knows its few answers by heart. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Answer } from './answers.ts';

const [port, file] = process.argv.slice(2);
const answers: Answer[] = JSON.parse(readFileSync(file ?? '', 'utf8'));
const byPath = new Map(
  answers.map(({ path, headers, body }) => [path, { headers, body: readFileSync(body) }]),
);

const server = createServer((request, response) => {
  const answer = byPath.get(request.url ?? '');
  response.writeHead(answer ? 200 : 404, answer?.headers ?? {});
  response.end(answer?.body);
});
server.listen(Number(port), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
