/** The caller gave up on a call, or its time was up. */
export class CancelError extends Error {
  override name = 'CancelError';

  constructor() {
    super('Request aborted');
  }
}
