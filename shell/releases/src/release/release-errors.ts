/** A file of a release is missing, or is not what its hash says; the message says which. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
}

/** A request is refused, with the status of its answer; the message is for its sender. */
export class RefusedRequestError extends Error {
  override name = 'RefusedRequestError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A deploy, roll-back or preview is refused; the message says what to do. */
export class ReleaseRefusedError extends RefusedRequestError {
  override name = 'ReleaseRefusedError';

  constructor(message: string) {
    super(422, message);
  }
}

export function faultyRelease(name: string, faults: readonly string[]): ReleaseRefusedError {
  const listed = faults.map((fault) => `\n  - ${fault}`).join('');
  return new ReleaseRefusedError(`${name} cannot go live. Correct this first:${listed}`);
}
