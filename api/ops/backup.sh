#!/usr/bin/env bash
# Copies the state of the site, while it runs, into BACKUP_DIR/<time>/ and keeps the newest KEEP copies.
#   DATA_DIR=/var/lib/portfolio BACKUP_DIR=/var/backups/portfolio KEEP=14 api/ops/backup.sh
# To restore one, as root and as a whole (a -wal file left over would spoil the copied database):
#   systemctl stop 'portfolio@*'
#   rsync -a --delete /var/backups/portfolio/<time>/ /var/lib/portfolio/
#   systemctl start portfolio@5037
# What several machines share is in database.dump instead; they may run meanwhile:
#   pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" /var/backups/portfolio/<time>/database.dump
# A message mailed after the copy was made is mailed once more, under the same Message-ID.
set -euo pipefail

: "${DATA_DIR:?Say what to back up, for example DATA_DIR=/var/lib/portfolio}"
: "${BACKUP_DIR:?Say where to, for example BACKUP_DIR=/var/backups/portfolio}"
export DATA_DIR DATABASE_URL=${DATABASE_URL:-}
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

"$root/node_modules/.bin/node" "$root/api/ops/copy-databases.ts" "$unfinished"

# Mails of a site without SMTP_URL.
[ -d "$DATA_DIR/mail" ] && rsync -a --exclude='*.tmp' "$DATA_DIR/mail" "$unfinished/"

# Whole and on the disk before it counts as a backup.
sync -f "$unfinished"
mv "$unfinished" "$BACKUP_DIR/$time"
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '20*' | sort | head -n "-$keep" | xargs -r rm -rf --
echo "Backed up to $BACKUP_DIR/$time"
