import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remoteConfig } from '@portfolio/cli/build/remote-config.ts';
import { shellConfig } from '@portfolio/cli/build/shell-config.ts';
import { storeIn } from '@portfolio/releases/store/store.ts';
import { compile } from './compile.ts';
import { putRelease } from './put-release.ts';
import { replaceLoader } from './section-loader.ts';
import { findSources } from './sources.ts';
import { usualConfig } from './usual-config.ts';

/**
 * (c) Federation as it is usually set up: the same sources, each section named to the shell by its
 * manifest, which the browser reads at run time; a document without preloads.
 */
export async function buildUsual(dataDir: string): Promise<void> {
  const { shell, sections } = await findSources();
  await mkdir(dataDir, { recursive: true });
  const work = await mkdtemp(path.join(dataDir, 'build-'));
  const store = storeIn(dataDir);

  const remotes: Record<string, string> = {};
  for (const [name, source] of sections) {
    const folder = path.join(work, name);
    const exposes = { './page': './src/page.tsx' };
    await compile(usualConfig(remoteConfig(source, name), { name, folder, exposes }));
    const id = await putRelease(store, { name, folder, entry: 'remoteEntry.js', source });
    remotes[name] = `${name}@/releases/${name}/${id}/mf-manifest.json`;
  }

  const folder = path.join(work, 'shell');
  // What is shared without `eager` has to be there before the first line that uses it.
  const entry = path.join(work, 'entry.ts');
  await writeFile(entry, `import(${JSON.stringify(path.join(shell, 'src/main.tsx'))});\n`);
  const loader = await replaceLoader(
    work,
    [...sections.keys()],
    (section) => `import('${section}/page')`,
  );
  const config = usualConfig(shellConfig(shell), { name: 'shell', folder, remotes });
  const plugins = [...(config.plugins ?? []), loader];
  const { entries } = await compile({ ...config, entry, plugins });
  await removePreloads(path.join(folder, 'document.html'));
  await putRelease(store, { name: 'shell', folder, entry: entries.main ?? '' });
}

async function removePreloads(file: string): Promise<void> {
  const html = await readFile(file, 'utf8');
  const plain = html
    .replace('{{preloads}}', '')
    // A shell's document has to have a place for the map; without modules there is nothing in it.
    .replace(/<script type="importmap".*?<\/script>/s, '<!-- {{importMap}} -->')
    .replace('<script type="module" src', '<script defer src');
  await writeFile(file, plain);
}
