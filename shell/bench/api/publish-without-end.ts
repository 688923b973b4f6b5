import { randomBytes } from 'node:crypto';
import { openStore } from '@portfolio/releases/store/open-store.ts';
import { publishOver } from '@portfolio/test-support/publish-over.ts';
import { addTeam, describeRelease } from '@portfolio/test-support/statements.ts';

/**
 * A team that publishes one release after the other until it is ended, each with a script and 16 MB of
 * pictures that the site lacks: `publish-without-end.ts <site> <folder of its data>`.
 */
const [site = '', dataDir = ''] = process.argv.slice(2);
const store = await openStore({ DATA_DIR: dataDir }, { info() {}, error() {} });
const over = publishOver(site, await addTeam(store, ['upload']));
const script = Array.from({ length: 20_000 }, (_, line) => `export const a${line} = ${line};`);
const texts = 'upload: { navigation: Upload, document: { title: Upload, description: Upload } }';
for (let turn = 0, live: string | null = null; ; turn += 1) {
  const pictures = Array.from({ length: 16 }, (_, at) => [`${at}.webp`, randomBytes(1_000_000)]);
  const { release, contents } = describeRelease('upload', {
    'remoteEntry.mjs': `/* ${turn} */ ${script.join('\n')}`,
    'locales/en.yaml': texts,
    'locales/de.yaml': texts,
    ...Object.fromEntries(pictures),
  });
  const { status, says } = await over.publish(release, contents, { live });
  if (status !== 200) throw new Error(`It was not published: ${status} ${JSON.stringify(says)}`);
  live = release.id;
  // Tells the process that measures that it is under way.
  console.log(release.id);
}
