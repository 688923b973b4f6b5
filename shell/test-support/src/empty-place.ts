import { emptyDatabase } from './postgres.ts';

/**
 * Where an empty store is: in its folder, or, where the tests are run over what several machines
 * share, in an empty database.
 */
export async function emptyPlace(): Promise<{ DATABASE_URL?: string }> {
  const { isShared } = globalThis as { isShared?: boolean };
  const server = isShared ? process.env.SHARED_STORE_SERVER : undefined;
  return server ? { DATABASE_URL: await emptyDatabase(server) } : {};
}
