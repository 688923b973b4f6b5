import { median } from '../loads/median.ts';
import { asRatio, toTable } from '../report/markdown-table.ts';
import { type Load, putUnderLoad } from './load.ts';
import { type Served, startServer, type TwoStores } from './served-site.ts';

/** As short as can be: in s. */
const loadSeconds = 1;

/** What was measured at an address: a list of loads for each round of processes. */
type Rounds = Load[][];

/**
 * The same site from a folder and as one of several machines, under short loads that take turns. A
 * process needs seconds of load until its code is compiled, and a rented machine gives up to twice
 * as much from one second to the next, so every load is compared with the one beside it.
 * @param again a copy of the folder: how far it differs from the first is what chance does
 */
export async function compareStores(
  { folder, again, database }: TwoStores & { again: { DATA_DIR: string } },
  addresses: Record<string, string>,
  { turns, seconds }: { turns: number; seconds: number },
): Promise<string> {
  const stores = [folder, again, database];
  const [processes, loads] = [2 * turns + 1, 2 * turns];
  const measured = new Map<string, Rounds[]>();
  for (let round = 0; round < processes; round += 1) {
    const servers: Served[] = [];
    try {
      for (const store of stores) servers.push(await startServer(store, '/home'));
      for (const [what, address] of Object.entries(addresses)) {
        const rounds = measured.get(what) ?? servers.map(() => []);
        measured.set(what, rounds);
        const done = await loadInTurn(servers, address, { warmUp: seconds + 1, loads });
        for (const [at, each] of rounds.entries()) each.push(done[at] ?? []);
      }
    } finally {
      for (const server of servers) await server.stop();
    }
  }
  const rows = [...measured].map(([what, rounds]) => {
    const [one = [], second = [], machine = []] = rounds;
    return [
      what,
      middle(one, ({ perSecond }) => perSecond).toFixed(),
      middle(machine, ({ perSecond }) => perSecond).toFixed(),
      asRatio(ratioOf(machine, one), 1),
      asRatio(ratioOf(second, one), 1),
      `${middle(one, ({ cost }) => cost).toFixed()} µs`,
      `${middle(machine, ({ cost }) => cost).toFixed()} µs`,
    ];
  });
  const head = ['answers a second', 'from a folder', 'one of several machines', 'ratio'];
  const table = toTable([[...head, 'a copy of the folder', 'processor', 'processor'], ...rows]);
  const often = `Medians of ${processes} processes of each, under ${loads} loads of ${loadSeconds} s that take turns. How far the folder's copy is from 1 is chance.`;
  return `${table}\n\n${often}`;
}

/** Puts one server after the other under load, then in the opposite order, and so on. */
async function loadInTurn(
  servers: readonly Served[],
  address: string,
  { warmUp, loads: count }: { warmUp: number; loads: number },
): Promise<Load[][]> {
  const loads: Load[][] = servers.map(() => []);
  for (const server of servers) await putUnderLoad(server, address, warmUp);
  for (let turn = 0; turn < count; turn += 1) {
    const order = [...servers.entries()];
    for (const [at, server] of turn % 2 === 0 ? order : order.reverse())
      loads[at]?.push(await putUnderLoad(server, address, loadSeconds));
  }
  return loads;
}

function middle(rounds: Rounds, of: (load: Load) => number): number {
  return median(rounds.flat().map(of));
}

/** How many more answers one gives than another, load by load, then process by process. */
function ratioOf(ones: Rounds, others: Rounds): number {
  return median(
    ones.map((loads, round) =>
      median(loads.map(({ perSecond }, at) => perSecond / (others[round]?.[at]?.perSecond ?? 1))),
    ),
  );
}
