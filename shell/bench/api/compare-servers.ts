import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../loads/median.ts';
import { asRatio, inKilobytes, toTable } from '../report/markdown-table.ts';
import { type Load, putUnderLoad } from './load.ts';
import { type Served, startServer } from './served-site.ts';

/** An answer of the API, to be given by another server in the same bytes. */
export interface Answer {
  path: string;
  headers: Record<string, string>;
  /** Its bytes in base64. */
  body: string;
}

/** The API beside a plain Express route, which sends the same bytes; they take turns. */
export async function compareServers(
  api: Served,
  addresses: Record<string, string>,
  folder: string,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<string> {
  const answers = await Promise.all(
    Object.values(addresses).map((address) => recordAnswer(api.url, address)),
  );
  const plain = await startExpress(answers, path.join(folder, 'answers.json'));
  try {
    const rows = [
      [
        'answers a second',
        'median',
        'of the plain route',
        '99 % within',
        'processor an answer',
        'of the plain route',
      ],
    ];
    for (const [index, [what, address]] of Object.entries(addresses).entries()) {
      const ours: Load[] = [];
      const theirs: Load[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        ours.push(await putUnderLoad(api, address, seconds));
        theirs.push(await putUnderLoad(plain, address, seconds));
      }
      const name = `${what} (${inKilobytes(Number(answers[index]?.headers['content-length']))} kB)`;
      rows.push(rowOf(`${name}, the API`, ours, theirs));
      rows.push(rowOf(`${name}, a plain Express route`, theirs, theirs));
    }
    return toTable(rows);
  } finally {
    await plain.stop();
  }
}

function rowOf(what: string, loads: readonly Load[], plain: readonly Load[]): string[] {
  const middle = (of: keyof Load, among = loads) => median(among.map((load) => load[of]));
  return [
    what,
    middle('perSecond').toFixed(),
    asRatio(middle('perSecond'), middle('perSecond', plain)),
    `${middle('p99').toFixed(1)} ms`,
    middle('cost') > 0 ? `${middle('cost').toFixed()} µs` : '–',
    asRatio(middle('cost', plain), middle('cost')),
  ];
}

/** What connections make of their own. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks as a browser would. An answer is compressed lightly for its first visitors, and well in spare time. */
async function recordAnswer(url: string, address: string): Promise<Answer> {
  await ask(url + address);
  await sleep(2000);
  const { headers, body } = await ask(url + address);
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  return { path: address, headers: Object.fromEntries(kept) as Record<string, string>, body };
}

/** `fetch` would unpack it. */
async function ask(address: string) {
  const [response] = await once(get(address, { headers: { 'accept-encoding': 'br' } }), 'response');
  const body = Buffer.concat(await response.toArray()).toString('base64');
  return { headers: response.headers as Record<string, unknown>, body };
}

async function startExpress(answers: readonly Answer[], file: string): Promise<Served> {
  await writeFile(file, JSON.stringify(answers));
  const script = path.join(import.meta.dirname, 'express-server.ts');
  return startServer({}, answers[0]?.path ?? '', [process.execPath, script, file]);
}
