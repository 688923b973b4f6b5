// What `backup.sh` runs: copies the databases of the site into a folder, each as it is at one moment.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [, , target = ''] = process.argv;
const { DATA_DIR = '', DATABASE_URL } = process.env;
if (DATABASE_URL) dump(DATABASE_URL);
else for (const file of ['site.sqlite', 'outbox.sqlite']) copy(file);

/** A copy of the file alone would miss what stands in its -wal. */
function copy(file: string): void {
  const source = path.join(DATA_DIR, file);
  if (!existsSync(source)) return;
  const database = new DatabaseSync(source, { readOnly: true, timeout: 10_000 });
  database.prepare('VACUUM INTO ?').run(path.join(target, file));
}

/**
 * The password goes to pg_dump by the environment: what stands in a command line is shown to all users
 * of the machine. The rest of the address libpq reads by itself.
 */
function dump(url: string): void {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.searchParams.delete('password');
  address.password = '';
  const where = [`--dbname=${address.href}`, '--file', path.join(target, 'database.dump')];
  const { status, error } = spawnSync('pg_dump', ['--format=custom', ...where], {
    env: password ? { ...process.env, PGPASSWORD: password } : process.env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) console.error(`pg_dump cannot be run: ${error.message}`);
  process.exitCode = status ?? 1;
}
