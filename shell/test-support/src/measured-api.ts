import { once } from 'node:events';
import { forkApi } from './fork-api.ts';
import { openWire } from './wire.ts';

/** Nothing is collected between two looks: what was allocated is what there is more of. */
const nodeOptions = ['--expose-gc', '--max-semi-space-size=128', '--min-semi-space-size=128'];

/** Milliseconds of processor time and bytes of memory, garbage included. */
export interface Cost {
  cpu: number;
  memory: number;
}

export type MeasuredApi = Awaited<ReturnType<typeof startMeasuredApi>>;

/** The API as a process of its own that says what it has used, so that the test itself does not count. */
export async function startMeasuredApi(env: Record<string, string>) {
  const { port, child, stop } = await forkApi(env, nodeOptions);

  async function look(word: 'look' | 'tidy'): Promise<Cost> {
    child.send(word);
    const [cost] = (await once(child, 'message')) as [Cost];
    return cost;
  }

  return {
    port,
    /** What one of these requests takes, when they come one after the other. */
    async costOf(requests: readonly string[]): Promise<Cost> {
      await look('tidy');
      const start = await look('look');
      const wire = await openWire(port);
      for (const request of requests) await wire.ask(request);
      wire.close();
      const end = await look('look');
      return {
        cpu: (end.cpu - start.cpu) / requests.length,
        memory: (end.memory - start.memory) / requests.length,
      };
    },
    stop,
  };
}
