import { readConfig } from '../src/config.ts';
import { deploy } from '../src/releases/deploy/deploy.ts';
import { deployableFolders } from '../src/releases/deploy/section-folders.ts';
import { hashSources, readBuilt, rememberBuilt } from '../src/releases/deploy/source-hash.ts';
import { ReleaseRefusedError } from '../src/releases/release-errors.ts';
import { readPointer } from '../src/releases/store/live-pointer.ts';
import { storeIn } from '../src/releases/store/store.ts';
import { runCommand } from './run-command.ts';

/**
 * Releases the shell and every section whose sources changed since they were last released from
 * here. What the owner rolled back stays rolled back as long as its sources are the same.
 */
await runCommand(async () => {
  const store = storeIn(readConfig(process.env).DATA_DIR);
  for (const [name, source] of await deployableFolders()) {
    const hash = await hashSources(name, source);
    if ((await readBuilt(store, name)) === hash) continue;
    console.log(`Building and releasing ${name} …`);
    try {
      const release = await deploy(store, { name, source });
      await rememberBuilt(store, name, hash);
      console.log(`${name}@${release.id} is live.`);
    } catch (error) {
      // One section that is refused is no reason to take the site down: its live release stays.
      const [live] = await readPointer(store, name);
      if (!(error instanceof ReleaseRefusedError) || !live) throw error;
      console.error(`${error.message}\n${name}@${live} stays live.`);
    }
  }
});
