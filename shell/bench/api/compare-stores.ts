import { median } from '../loads/median.ts';
import { asRatio, toTable } from '../report/markdown-table.ts';
import { putUnderLoad } from './load.ts';
import { processorTimeOf } from './process-use.ts';
import { type Served, startProcess } from './start-process.ts';
import { serveStore, type TwoStores } from './two-stores.ts';

const connections = 32;

/** Two processes of the very same site differ by a fifth, so several of each are compared. */
const pairsOf = (turns: number) => 2 * turns + 1;

/** What one pair of processes did at an address: first the folder's. */
interface Pair {
  rates: [number, number];
  costs: [number, number];
}

/** The same site from a folder and as one of several machines; they take turns, in one order and the other. */
export async function compareStores(
  { folder, database }: TwoStores,
  addresses: Record<string, string>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<string> {
  const pairs = new Map<string, Pair[]>();
  for (let turn = 0; turn < pairsOf(turns); turn += 1) {
    const servers = [
      await startProcess(serveStore(folder), '/home'),
      await startProcess(serveStore(database), '/home'),
    ] as const;
    try {
      for (const [what, address] of Object.entries(addresses)) {
        const pair = await comparePair(servers, address, { seconds, isTurned: turn % 2 === 1 });
        pairs.set(what, [...(pairs.get(what) ?? []), pair]);
      }
    } finally {
      for (const server of servers) await server.stop();
    }
  }
  const rows = [...pairs].map(([what, measured]) => {
    const middle = (of: (pair: Pair) => number) => median(measured.map(of));
    return [
      what,
      middle(({ rates }) => rates[0]).toFixed(),
      middle(({ rates }) => rates[1]).toFixed(),
      asRatio(
        middle(({ rates }) => rates[1] / rates[0]),
        1,
      ),
      `${middle(({ costs }) => costs[0]).toFixed()} µs`,
      `${middle(({ costs }) => costs[1]).toFixed()} µs`,
    ];
  });
  const names = ['from a folder', 'one of several machines'];
  return toTable([
    ['answers a second', ...names, 'ratio, pair by pair', 'processor', 'processor'],
    ...rows,
  ]);
}

async function comparePair(
  servers: readonly [Served, Served],
  address: string,
  { seconds, isTurned }: { seconds: number; isTurned: boolean },
): Promise<Pair> {
  const pair: Pair = { rates: [0, 0], costs: [0, 0] };
  const order = isTurned ? ([1, 0] as const) : ([0, 1] as const);
  // What is asked for first is slower, whoever it is asked of.
  for (const at of order) await putUnderLoad(`${servers[at].url}${address}`, connections, 1);
  for (const at of order) {
    const { url, pid } = servers[at];
    const before = processorTimeOf(pid);
    const { perSecond } = await putUnderLoad(`${url}${address}`, connections, seconds);
    pair.rates[at] = perSecond;
    pair.costs[at] = (1000 * (processorTimeOf(pid) - before)) / (perSecond * seconds);
  }
  return pair;
}
