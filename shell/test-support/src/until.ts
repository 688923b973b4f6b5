import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition is true. The time-out only ends a test that fails anyway. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not within two minutes: ${what}.`);
    await sleep(20);
  }
}
