import { median } from '../loads/median.ts';
import { asRatio, toTable } from '../report/markdown-table.ts';
import { putUnderLoad } from './load.ts';
import { processorTimeOf } from './process-use.ts';
import { type Served, startProcess } from './start-process.ts';
import { serveStore, type TwoStores } from './two-stores.ts';

const connections = 32;

/** The same site from a folder and as one of several machines; they take turns. */
export async function compareStores(
  stores: TwoStores,
  addresses: Record<string, string>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<string> {
  const servers: Record<string, Served> = {
    'from a folder': await startProcess(serveStore(stores.folder), '/home'),
    'one of several machines': await startProcess(serveStore(stores.database), '/home'),
  };
  try {
    const rows: string[][] = [];
    for (const [what, address] of Object.entries(addresses)) {
      const rates = new Map<string, number[]>();
      const costs = new Map<string, number[]>();
      // What is asked for first is slower, whoever it is asked of.
      for (const { url } of Object.values(servers))
        await putUnderLoad(`${url}${address}`, connections, 1);
      for (let turn = 0; turn < turns; turn += 1)
        for (const [name, { url, pid }] of Object.entries(servers)) {
          const before = processorTimeOf(pid);
          const { perSecond } = await putUnderLoad(`${url}${address}`, connections, seconds);
          note(rates, name, perSecond);
          note(costs, name, (1000 * (processorTimeOf(pid) - before)) / (perSecond * seconds));
        }
      const [folder = '', machine = ''] = Object.keys(servers);
      const [slower, faster] = [middle(rates, machine), middle(rates, folder)];
      rows.push([
        what,
        faster.toFixed(),
        slower.toFixed(),
        asRatio(slower, faster),
        `${middle(costs, folder).toFixed()} µs`,
        `${middle(costs, machine).toFixed()} µs`,
      ]);
    }
    const head = ['answers a second', ...Object.keys(servers), 'ratio', 'processor', 'processor'];
    return toTable([head, ...rows]);
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

function note(all: Map<string, number[]>, name: string, value: number): void {
  all.set(name, [...(all.get(name) ?? []), value]);
}

function middle(all: ReadonlyMap<string, number[]>, name: string): number {
  return median(all.get(name) ?? []);
}
