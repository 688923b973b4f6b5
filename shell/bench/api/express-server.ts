/** What Express reaches at most: each answer has a plain route that sends a prepared buffer. */
import { readFileSync } from 'node:fs';
import express from 'express';
import type { Answer } from './compare-servers.ts';

const [file] = process.argv.slice(2);
const answers: Answer[] = JSON.parse(readFileSync(file ?? '', 'utf8'));

const app = express();
app.disable('x-powered-by');
for (const { path, headers, body } of answers) {
  const bytes = Buffer.from(body, 'base64');
  app.get(path, (_request, response) => {
    response.writeHead(200, headers).end(bytes);
  });
}
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify(server.address()));
});
process.once('SIGTERM', () => process.exit(0));
