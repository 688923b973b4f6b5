/** A visitor's device and connection. Rates are in bit/s, times in ms. */
export interface Profile {
  title: string;
  latency: number;
  down: number;
  up: number;
  /** How many times slower than this machine. */
  cpu: number;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
}

export const slow: Profile = {
  title: 'phone, 1.6 Mbit/s, 150 ms, CPU 4× slowed, 412×823',
  latency: 150,
  down: 1_600_000,
  up: 750_000,
  cpu: 4,
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2,
};

export const fast: Profile = {
  title: 'computer, 50 Mbit/s, 20 ms, 1440×900',
  latency: 20,
  down: 50_000_000,
  up: 20_000_000,
  cpu: 1,
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1,
};

const unlimited = -8;

/** A round trip takes a second without other limits, so seconds count dependent requests. */
export const waves: Profile = { ...slow, latency: 1000, down: unlimited, up: unlimited, cpu: 1 };
