import { readConfig } from '@portfolio/api/config.ts';
import { ReleaseRefusedError, readPointer, storeIn } from '@portfolio/releases';
import { deploy } from '../deploy/deploy.ts';
import { openInspection } from '../deploy/inspection.ts';
import { previewLink } from '../deploy/preview-link.ts';
import { deployableFolders } from '../deploy/section-folders.ts';
import { hashSources, readBuilt, rememberBuilt } from '../deploy/source-hash.ts';
import { runCommand } from './run-command.ts';

/**
 * Releases the shell and every section whose sources changed since they were last released from
 * here. What the owner rolled back stays rolled back as long as its sources are the same.
 */
await runCommand(async () => {
  const config = readConfig(process.env);
  const store = storeIn(config.DATA_DIR);
  const inspection = openInspection(store, {
    linkTo: (release) => previewLink(config, release),
    say: console.log,
  });
  try {
    for (const [name, source] of await deployableFolders()) {
      const hash = await hashSources(name, source);
      if ((await readBuilt(store, name)) === hash) continue;
      console.log(`Building and releasing ${name} …`);
      try {
        const release = await deploy(store, { name, source, inspection });
        await rememberBuilt(store, name, hash);
        console.log(`${name}@${release.id} is live.`);
      } catch (error) {
        // One section that is refused is no reason to take the site down: its live release stays.
        const [live] = await readPointer(store, name);
        if (!(error instanceof ReleaseRefusedError) || !live) throw error;
        console.error(`${error.message}\n${name}@${live} stays live.`);
      }
    }
  } finally {
    await inspection.close();
  }
});
