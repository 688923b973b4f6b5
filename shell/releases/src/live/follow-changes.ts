import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../store/store.ts';

/** How often to ask for changes. */
const checkMs = 500;
/** The same after a pull that failed. Both vary by half, so that machines do not ask at the same time. */
const retryMs = 1500;

/** Pulls again and again until it is closed, even after a pull that failed. */
export function followChanges(pull: () => Promise<void>, log: Logger) {
  const closing = new AbortController();
  const { signal } = closing;
  const firstPull = Promise.withResolvers<boolean>();
  /** Why the last pull failed, if it did. */
  let trouble: string | undefined;

  function reportSuccess(): void {
    if (trouble) log.info({}, 'The database is back, and this machine follows again');
    trouble = undefined;
  }

  function reportFailure({ message }: Error): void {
    if (trouble !== message) log.error({ reason: message }, 'The database cannot be followed');
    trouble = message;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pull().then(reportSuccess, reportFailure);
      firstPull.resolve(trouble === undefined);
      const pauseMs = (trouble ? retryMs : checkMs) * (0.5 + Math.random());
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
  const running = run();

  return {
    /** Whether the first pull has succeeded, once it is over. */
    firstPull: firstPull.promise,
    trouble: () => trouble,
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}
