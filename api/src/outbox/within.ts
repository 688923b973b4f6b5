/** Waits for a promise, but no longer than `time` ms. @returns undefined when the time is up. */
export async function within<Result>(
  time: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(time, 0), undefined);
  });
  return Promise.race([promise, timeIsUp]).finally(() => clearTimeout(timer));
}
