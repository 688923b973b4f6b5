import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { get, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import express from 'express';
import { startSite } from '../e2e/fixtures/running-site.ts';
import { asRatio, inKilobytes, median, toTable } from './markdown.ts';
import type { Extent, Report } from './options.ts';

const require = createRequire(import.meta.url);

/** Connections that each send the next request after an answer. */
const connections = 32;

interface Answer {
  address: string;
  headers: Record<string, string>;
  body: Buffer;
}

const head = ['answers a second', 'the API', 'plain', '×'];

/** Measures the API beside a plain Express route that sends the same bytes, in turns. */
export async function measureApi({ turns, seconds }: Extent): Promise<Report> {
  const api = await startSite();
  const addresses = await findAddresses(api.url);
  const answers = await Promise.all(addresses.map(([, address]) => recordAnswer(api.url, address)));
  const plain = await serveByExpress(answers);
  const { port } = plain.address() as AddressInfo;
  try {
    const rows = [head];
    for (const [index, [what, address]] of addresses.entries()) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < turns; turn += 1) {
        console.log(`${what}, turn ${turn + 1} of ${turns}`);
        ours.push(await putUnderLoad(api.url + address, seconds));
        theirs.push(await putUnderLoad(`http://127.0.0.1:${port}${address}`, seconds));
      }
      const size = inKilobytes(Number(answers[index]?.headers['content-length']));
      const [rate, plainRate] = [median(ours), median(theirs)];
      const cells = [rate.toFixed(), plainRate.toFixed(), asRatio(rate, plainRate)];
      rows.push([`${what} (${size} kB)`, ...cells]);
    }
    const markdown = `The API beside a plain Express route that sends the same bytes: ${connections} connections, medians of ${turns} turns.\n\n${toTable(rows)}`;
    return { title: 'The API', markdown };
  } finally {
    plain.close();
    await api.stop();
  }
}

/** Requests one address for some seconds, from a process of its own. @returns answers per second */
async function putUnderLoad(address: string, seconds: number): Promise<number> {
  const flags = ['-j', '-n', '-c', String(connections), '-d', String(seconds)];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [require.resolve('autocannon'), ...flags, '-H', 'Accept-Encoding=br', address],
    { maxBuffer: 10_000_000 },
  );
  const { requests, errors, non2xx } = JSON.parse(stdout);
  if (errors + non2xx > 0) throw new Error(`${address} was not always answered with 200.`);
  return requests.average;
}

/** The addresses under load: the texts, a document, and the largest script of every visit. */
async function findAddresses(url: string): Promise<[what: string, address: string][]> {
  const html = await (await fetch(`${url}/home`)).text();
  const [script = ''] = /\/releases\/shell\/\w+\/main\.\w+\.mjs/.exec(html) ?? [];
  return [
    ['the locale call', '/api/locales/en'],
    ['the document of /home with its page', '/home'],
    ['the shell’s script', script],
  ];
}

/** Headers that belong to a connection. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** An answer is compressed lightly for its first visitors, and well when the server is idle. */
async function recordAnswer(url: string, address: string): Promise<Answer> {
  await fetch(url + address, { headers: { 'accept-encoding': 'br' } });
  await sleep(2000);
  // `fetch` would decompress the answer.
  const asked = get(url + address, { headers: { 'accept-encoding': 'br' } });
  const [response] = await once(asked, 'response');
  const kept = Object.entries<string>(response.headers).filter(([name]) => !ownHeaders.has(name));
  const body = Buffer.concat(await response.toArray());
  return { address, headers: Object.fromEntries(kept), body };
}

/** Runs in this process, which is idle during the load. */
async function serveByExpress(answers: readonly Answer[]): Promise<Server> {
  const app = express().disable('x-powered-by');
  for (const { address, headers, body } of answers)
    app.get(address, (_request, response) => void response.writeHead(200, headers).end(body));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
