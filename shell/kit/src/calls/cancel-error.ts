/** The caller gave up on a call; the message is the one of spec §8. */
export class CancelError extends Error {
  override name = 'CancelError';

  constructor() {
    super('Request aborted');
  }
}
