#!/usr/bin/env bash
# Copies DATA_DIR, while the site runs, into BACKUP_DIR/<time>/ and keeps the newest KEEP copies.
#   DATA_DIR=/var/lib/portfolio BACKUP_DIR=/var/backups/portfolio KEEP=14 api/ops/backup.sh
# To restore: stop the site, put one copy in the place of DATA_DIR *as a whole* (a -wal file left
# over from an old database would spoil the copied one), start. A message mailed after the copy was
# made is mailed once more, under the same Message-ID.
# What several machines share (outbox, ledger and releases) is in database.dump:
#   pg_restore --clean --if-exists --dbname=… database.dump
set -euo pipefail

: "${DATA_DIR:?Say what to back up, for example DATA_DIR=/var/lib/portfolio}"
: "${BACKUP_DIR:?Say where to, for example BACKUP_DIR=/var/backups/portfolio}"
keep=${KEEP:-14}
if ! [[ $keep =~ ^[1-9][0-9]*$ ]]; then
  echo "KEEP has to be a number from 1 on, not \"$keep\"." >&2
  exit 1
fi
if ! [ -d "$DATA_DIR" ]; then
  echo "There is no folder $DATA_DIR (DATA_DIR)." >&2
  exit 1
fi
root=$(realpath "$(dirname "$0")/../..")
node="$root/node_modules/.bin/node"

# Messages are private.
umask 077
mkdir -p "$BACKUP_DIR"
# One backup at a time; the lock goes with the process.
exec 9>"$BACKUP_DIR/.lock"
if ! flock --nonblock 9; then
  echo "Another backup is running." >&2
  exit 1
fi
rm -rf "$BACKUP_DIR"/.unfinished-*
time=$(date -u +%Y-%m-%dT%H-%M-%S.%3NZ)
unfinished="$BACKUP_DIR/.unfinished-$time"
mkdir "$unfinished"

# What a section's folder holds may not cost the others their backup: what cannot be read is named
# and left out, and so is what no release can hold (links, devices, files above 16 MiB).
copy_releases() {
  local code=0
  rsync -a --no-links --no-D --sparse --max-size=16m "$@" || code=$?
  if [ $code = 23 ] || [ $code = 24 ]; then
    echo "What is named above could not be copied. All else is backed up." >&2
  elif [ $code != 0 ]; then
    exit $code
  fi
}

if [ -d "$DATA_DIR/releases" ]; then
  # Releases never change, so those of the last backup are linked instead of copied.
  last=$(find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '20*' | sort | tail -n 1)
  link=()
  [ -n "$last" ] && link=(--link-dest="$(realpath "$last")/releases")
  # Pointers first: a release is complete before a pointer names it, so all they name is there after.
  copy_releases --exclude='/.*' --include='/*/' --include='/*/live.json' --exclude='*' \
    "$DATA_DIR/releases/" "$unfinished/releases/"
  copy_releases "${link[@]}" --exclude=.staging --exclude='.lock*' --exclude='/*/live.json*' \
    "$DATA_DIR/releases/" "$unfinished/releases/"
fi

# Messages, and the ledger: keys, the log, counts. A copy of a file alone would miss what stands in its -wal; VACUUM INTO reads one moment of both.
for file in outbox.sqlite ledger.sqlite; do
  [ -f "$DATA_DIR/$file" ] || continue
  "$node" --input-type=module - "$DATA_DIR/$file" "$unfinished/$file" <<'JS'
import { DatabaseSync } from 'node:sqlite';
const [, , from, to] = process.argv;
const database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
database.prepare('VACUUM INTO ?').run(to);
database.close();
JS
done
# Mails of a site without SMTP_URL.
[ -d "$DATA_DIR/mail" ] && rsync -a --exclude='*.part' "$DATA_DIR/mail" "$unfinished/"
# What several machines share. The password goes to pg_dump by the environment: what stands in a
# command line is shown to everybody on the machine. The rest of the address libpq reads by itself.
if [ -n "${DATABASE_URL:-}" ]; then
  "$node" --input-type=module - "$root/shell/releases/src/postgres/address.ts" "$unfinished/database.dump" <<'JS'
import { spawnSync } from 'node:child_process';
const [, , reader, dump] = process.argv;
const { withoutPassword } = await import(reader);
const read = withoutPassword(process.env.DATABASE_URL);
if (!read) {
  console.error('DATABASE_URL has to be like postgres://user:password@host/database.');
  process.exit(1);
}
const { address, password } = read;
const releases = ['sections', 'files', 'releases', 'release_files', 'pages'];
const teams = ['team_keys', 'allowances', 'key_counters', 'audit_log'];
const ledger = ['failures', 'visits', 'verifications', 'faults', ...teams];
const names = ['schema_version', 'outbox', 'senders', ...releases, ...ledger];
const tables = names.map((name) => `--table=${name}`);
const where = [`--dbname=${address}`, '--file', dump];
const { status, error } = spawnSync('pg_dump', ['--format=custom', ...tables, ...where], {
  env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (error) console.error(`pg_dump cannot be run: ${error.message}`);
process.exitCode = status ?? 1;
JS
fi

# Whole and on the disk before it counts as a backup.
sync -f "$unfinished"
mv "$unfinished" "$BACKUP_DIR/$time"
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '20*' | sort | head -n "-$keep" | xargs -r rm -rf --
echo "Backed up to $BACKUP_DIR/$time"
