import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { putLive, rollBack } from '@portfolio/releases/live/move-pointer.ts';
import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { fingerprint } from '@portfolio/releases/release/fingerprint.ts';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { makeStagingFolder } from '@portfolio/releases/store/store.ts';

/** A process of its own that ships two releases and rolls back: `ship-release.ts <store> <name>`. */
const [folder = '', name = ''] = process.argv.slice(2);
// A team that may write its section's folder alone cannot open what lies beside the releases.
const { DATABASE_URL } = process.env;
const place = { DATA_DIR: path.dirname(folder), ...(DATABASE_URL && { DATABASE_URL }) };
const store = await openStore(place, { info() {}, error() {} });
for (const words of ['first', 'second']) {
  const staging = await makeStagingFolder(store, name);
  await writeFile(path.join(staging, 'main.mjs'), `${words} ${process.pid}`);
  const createdAt = new Date().toISOString();
  const declared = { name, entry: 'main.mjs', createdAt, commit: '', requires: {} };
  await putLive(store, await publish(store, await fingerprint(staging, declared), staging));
}
await rollBack(store, name);
console.log(JSON.stringify(await readPointer(store, name)));
await store.close();
