import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** The best form is somewhat smaller, and takes hundreds of times as long. */
const quality = { light: 5, best: constants.BROTLI_MAX_QUALITY };

/** Compresses a text, beside the event loop. */
export function compress(text: Buffer, effort: keyof typeof quality): Promise<Buffer> {
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality[effort] } });
}

/** After some work so many times as long is rested. */
const rest = 9;

/**
 * Does what is only done where there is time for it: one at a time, and a tenth of the time at most.
 * Whoever comes meanwhile gets nothing, and is served without.
 */
export function inSpareTime() {
  let isBusy = false;
  let freeAt = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    const start = performance.now();
    if (isBusy || start < freeAt) return undefined;
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
      const end = performance.now();
      freeAt = end + rest * (end - start);
    }
  };
}
