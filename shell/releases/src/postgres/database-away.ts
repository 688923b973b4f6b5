import { ReleaseRefusedError } from '../release/errors.ts';

/** The database of several machines cannot be asked now; pages are served all the same. */
export class DatabaseAwayError extends ReleaseRefusedError {
  override name = 'DatabaseAwayError';
}
