// For `--import`: a process on a machine whose clock is so many milliseconds off.
const off = Number(process.env.CLOCK_OFF_MS);
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [RightDate.now() + off]) as [number]));
  }
  static override now(): number {
    return RightDate.now() + off;
  }
} as DateConstructor;
