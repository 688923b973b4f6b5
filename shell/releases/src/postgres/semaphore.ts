/** Does so much at once and no more; the rest waits for its turn, for however long that is. */
export function atMost(count: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits has the place at once: nobody else can come between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
