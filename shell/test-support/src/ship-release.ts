import { activate, rollBack } from '@portfolio/releases/live/move-live.ts';
import { openStore } from '@portfolio/releases/live/open-store.ts';
import { publish } from '@portfolio/releases/store/publish.ts';
import { buildRelease } from './add-release.ts';

/**
 * Publishes releases and rolls back in a process of its own: `ship-release.ts <DATA_DIR> <name>`. It prints its
 * start, and each release that it makes live.
 */
const [dataDir = '', name = ''] = process.argv.slice(2);
const place = { DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL };
const store = await openStore(place, { info() {}, error() {} });
console.log('begun');
for (const words of ['first', 'second', 'third', 'fourth']) {
  const built = await buildRelease(store, name, {
    'main.mjs': `${words} ${process.pid} ${Date.now()}`,
    'shared.svg': '<svg>shared</svg>'.repeat(20),
  });
  await activate(store, await publish(store, built));
  console.log(built.id);
  console.log(await rollBack(store, name, built.id));
}
await store.close();
