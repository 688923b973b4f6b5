/** Times of mounts, the last one first. */
let times: readonly number[] = [];
const mostInASecond = 5;

/** Whether a tree that another script has broken may be mounted again: not endlessly. */
export function canMountAgain(): boolean {
  const now = performance.now();
  times = [now, ...times.filter((time) => time > now - 1000)];
  return times.length <= mostInASecond;
}
