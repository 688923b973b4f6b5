import { postgresFolder, startPostgres } from './postgres.ts';

/** Starts PostgreSQL for the Jest project "shared", which runs the tests of the store over it. */
export default async function startSharedStore(): Promise<void> {
  if (!postgresFolder) return;
  const { url, stop, query } = await startPostgres();
  // Tests that kill a server start their own, so this one needs no fsync.
  await query('ALTER SYSTEM SET fsync = off');
  await query('SELECT pg_reload_conf()');
  process.env.SHARED_STORE_SERVER = url;
  (globalThis as { stopSharedStore?: typeof stop }).stopSharedStore = stop;
}
