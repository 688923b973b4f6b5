import { postgresFolder, startPostgres } from './postgres.ts';

/**
 * For the Jest project "shared store": the same tests as those of a folder, over a PostgreSQL of
 * their own.
 */
export default async function startSharedStore(): Promise<void> {
  if (!postgresFolder) return;
  const { url, stop, query } = await startPostgres();
  // What happens when it is killed is tried with servers of their own.
  await query('ALTER SYSTEM SET fsync = off');
  await query('SELECT pg_reload_conf()');
  process.env.SHARED_STORE_SERVER = url;
  (globalThis as { stopSharedStore?: typeof stop }).stopSharedStore = stop;
}
