import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { median } from '../loads/median.ts';
import { asRatio, inKilobytes, toTable } from '../report/markdown-table.ts';
import { type Answer, recordAnswer } from './answers.ts';
import { putUnderLoad } from './load.ts';
import { hasNginx, nginxCommand } from './nginx.ts';
import { processorTimeOf } from './process-use.ts';
import { type Served, startProcess } from './start-process.ts';

const connections = 32;
const plainRoute = 'a plain Express route';

interface Plan {
  turns: number;
  /** How long one turn is. */
  seconds: number;
}

/** The API beside a plain Express route and nginx, which send the same bytes; they take turns. */
export async function compareServers(
  api: Served,
  addresses: Record<string, string>,
  folder: string,
  plan: Plan,
): Promise<string> {
  const answers: Answer[] = [];
  for (const address of Object.values(addresses))
    answers.push(await recordAnswer(api.url, address, folder));
  const servers: Record<string, Served> = { 'the API': api };
  try {
    const first = answers[0]?.path ?? '';
    servers[plainRoute] = await startExpress(answers, folder, first);
    if (hasNginx())
      servers.nginx = await startProcess((port) => nginxCommand(answers, folder, port), first);
    const rows: string[][] = [];
    for (const [what, address] of Object.entries(addresses)) {
      const bytes = Number(answers.find((a) => a.path === address)?.headers['content-length']);
      rows.push(...(await compareAt(`${what} (${inKilobytes(bytes)} kB)`, address, servers, plan)));
    }
    const head = [
      'answers a second',
      'median',
      'of the plain route',
      '99 % within',
      'processor an answer',
      'of the plain route',
    ];
    return toTable([head, ...rows]);
  } finally {
    for (const server of Object.values(servers)) if (server !== api) await server.stop();
  }
}

async function compareAt(
  what: string,
  address: string,
  servers: Record<string, Served>,
  { turns, seconds }: Plan,
): Promise<string[][]> {
  const names = Object.keys(servers);
  const rates = new Map(names.map((name) => [name, [] as number[]]));
  const waits = new Map(names.map((name) => [name, [] as number[]]));
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const [name, { url, pid }] of Object.entries(servers)) {
      const before = processorTimeOf(pid);
      const { perSecond, p99 } = await putUnderLoad(`${url}${address}`, connections, seconds);
      rates.get(name)?.push(perSecond);
      waits.get(name)?.push(p99);
      costs.get(name)?.push((1000 * (processorTimeOf(pid) - before)) / (perSecond * seconds));
    }
  const middle = (of: ReadonlyMap<string, number[]>, name: string) => median(of.get(name) ?? []);
  return names.map((name) => [
    `${what}, ${name}`,
    middle(rates, name).toFixed(),
    asRatio(middle(rates, name), middle(rates, plainRoute)),
    `${middle(waits, name).toFixed(1)} ms`,
    // nginx's work is done by a child of its process, and elsewhere than on Linux it is not told.
    middle(costs, name) > 0 ? `${middle(costs, name).toFixed()} µs` : '–',
    asRatio(middle(costs, plainRoute), middle(costs, name)),
  ]);
}

async function startExpress(answers: Answer[], folder: string, first: string): Promise<Served> {
  const file = path.join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  const script = path.join(import.meta.dirname, 'express-server.ts');
  return startProcess(
    (port) => ({ file: process.execPath, args: [script, String(port), file] }),
    first,
  );
}
