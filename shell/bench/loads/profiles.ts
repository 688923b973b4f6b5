/** What a visitor sits in front of. Rates in bit/s, times in ms. */
export interface Profile {
  name: string;
  title: string;
  latency: number;
  down: number;
  up: number;
  /** How many times slower than this machine. */
  cpu: number;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  /**
   * On a computer the site and the same page as a file differ by less than a frame: medians of 7 to
   * 11 second visits of home came out at 1.04 to 1.20× of the file, that of 31 at 1.10×.
   */
  visitsPerRun: number;
}

const unlimited = -8;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, visitsPerRun: 1 };

export const slow: Profile = {
  name: 'slow',
  title: 'phone, 1.6 Mbit/s, 150 ms, CPU 4× slowed, 412×823',
  latency: 150,
  down: 1_600_000,
  up: 750_000,
  cpu: 4,
  ...phone,
};

export const fast: Profile = {
  name: 'fast',
  title: 'computer, 50 Mbit/s, 20 ms, 1440×900',
  latency: 20,
  down: 50_000_000,
  up: 20_000_000,
  cpu: 1,
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
  visitsPerRun: 4,
};

/** A round trip takes a second, without limits: what waits for what can be counted in seconds. */
export const waves: Profile = {
  name: 'waves',
  title: 'latency 1000 ms, no limits',
  latency: 1000,
  down: unlimited,
  up: unlimited,
  cpu: 1,
  ...phone,
};
