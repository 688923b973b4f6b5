/** A request, a deploy or a move is refused; the message says to its sender what to do. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  /** The status of an answer. */
  readonly status: number;

  constructor(message: string, status = 422) {
    super(message);
    this.status = status;
  }
}

export function faultyRelease(name: string, faults: readonly string[]): RefusedError {
  const listed = faults.map((fault) => `\n  - ${fault}`).join('');
  return new RefusedError(`${name} cannot go live. Correct this first:${listed}`);
}
