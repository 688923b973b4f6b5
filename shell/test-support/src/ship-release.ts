import { activate, rollBack } from '@portfolio/releases/live/move-live.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { readLiveOf } from '@portfolio/releases/store/releases.ts';
import { buildRelease } from './lay-release.ts';

/** A process of its own that ships two releases and rolls back: `ship-release.ts <DATA_DIR> <name>`. */
const [dataDir = '', name = ''] = process.argv.slice(2);
const place = { DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL };
const store = await openStore(place, { info() {}, error() {} });
for (const words of ['first', 'second']) {
  const built = await buildRelease(store, name, { 'main.mjs': `${words} ${process.pid}` });
  await activate(store, await publish(store, built));
}
await rollBack(store, name);
console.log(JSON.stringify(readLiveOf(store, name).ids));
await store.close();
