/** A deploy, roll-back or preview is refused; the message says what to do. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
}

export function faultyRelease(name: string, faults: readonly string[]): ReleaseRefusedError {
  return new ReleaseRefusedError(
    `${name} was not released. Correct this first:\n${listFaults(faults)}`,
  );
}

export function listFaults(faults: readonly string[]): string {
  return faults.map((fault) => `  - ${fault}`).join('\n');
}
