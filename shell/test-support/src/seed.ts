/** What random tests begin with, which their names say: `SEED` in the environment, which is another each night. */
export const seed = Number(process.env.SEED ?? 1);
/** How many times over they try: `TRIES` in the environment, which is more in `npm run test:rest`. */
export const tries = Number(process.env.TRIES ?? 1);

/** Random numbers from 0 to 1 that are the same for the same seed. */
export function randomNumbers(): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
