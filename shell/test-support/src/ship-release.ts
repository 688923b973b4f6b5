import { addRelease, rollBack } from '@portfolio/releases/live/change-live.ts';
import { inWorkFolder } from '@portfolio/releases/store/release-cache.ts';
import { openStore } from '@portfolio/releases/store/store.ts';
import { declared } from './add-release.ts';
import { writeFiles } from './temporary-store.ts';

/** Ships releases in a process: `ship-release.ts <DATA_DIR> <name>` prints its start, and each that it makes live. */
const [dataDir = '', name = ''] = process.argv.slice(2);
const store = await openStore({ DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL });
console.log('begun');
for (const words of ['first', 'second', 'third', 'fourth']) {
  const files = {
    'main.mjs': `${words} ${process.pid} ${Date.now()}`,
    'resources/shared.svg': '<svg>shared</svg>'.repeat(20),
  };
  await inWorkFolder(store, async (folder) => {
    await writeFiles(folder, files);
    await addRelease(store, folder, declared(`${name}-preview`, files), { isPreview: true });
    const { id } = await addRelease(store, folder, declared(name, files));
    console.log(id);
    console.log(await rollBack(store, name, id));
  });
}
await store.close();
