import { createServer } from 'node:net';
import type { Config } from '@portfolio/api/config.ts';
import { portFault } from '@portfolio/api/local-address.ts';
import { NotPossibleError } from './exit-code.ts';

/** Looks before the work: a port that is taken would be told of after all has been built. @throws NotPossibleError */
export async function refuseTakenPort({ PORT, HOST }: Config): Promise<void> {
  const server = createServer();
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve).listen(PORT, HOST, () => server.close(() => resolve(undefined)));
  });
  if (fault) throw new NotPossibleError(portFault(fault, { PORT, HOST }));
}
