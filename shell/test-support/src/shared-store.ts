import { postgresFolder, startPostgres } from './postgres.ts';

/**
 * For the Jest project "shared store": the same tests as those of a folder, over a PostgreSQL of
 * their own.
 */
export default async function startSharedStore(): Promise<void> {
  if (!postgresFolder) return;
  const { url, stop } = await startPostgres();
  process.env.SHARED_STORE_SERVER = url;
  (globalThis as { stopSharedStore?: typeof stop }).stopSharedStore = stop;
}
