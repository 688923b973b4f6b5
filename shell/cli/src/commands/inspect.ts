import { readPointer } from '@portfolio/releases/live/pointer.ts';
import { noRelease } from '@portfolio/releases/release/errors.ts';
import { readRelease } from '@portfolio/releases/release/read-release.ts';
import type { Store } from '@portfolio/releases/store/store.ts';
import { openInspection } from '../browser/inspection.ts';
import { expectReleased, previewLink, withStore } from '../project.ts';
import { NotPossibleError } from '../terminal.ts';
import type { Usage } from '../usage.ts';

/** `portfolio inspect <name>[@<id>]` */
export function define(command: Usage): void {
  command
    .argument('<name>', '"home" for what is live, "home@0123456789ab" for one release')
    .action(inspect);
}

function inspect(text: string): Promise<void> {
  return withStore(async (store, settings) => {
    const [name = '', id = await liveId(store, name)] = text.split('@');
    const release = await readRelease(store, name, id);
    if (!release) throw noRelease(name, id);
    await using inspection = openInspection(store, {
      linkTo: () => previewLink(settings, release),
      say: console.log,
    });
    if (await inspection.inspect(release)) console.log(`${name}@${id} opens in a browser.`);
  });
}

/** @throws ReleaseRefusedError that names what there is */
async function liveId(store: Store, name: string): Promise<string> {
  await expectReleased(store, name);
  const [id] = await readPointer(store, name);
  if (id) return id;
  throw new NotPossibleError(
    `${name} is not live. Name one of its releases, which \`npm run releases\` lists: ${name}@<id>`,
  );
}
