import { temporaryFolder, writeFiles } from './temporary-store.ts';

const files = {
  'package.json': JSON.stringify({
    name: '@team/remote-pig',
    version: '1.0.0',
    type: 'module',
    page: { label: 'pig.title' },
    peerDependencies: { react: '^19.3.0', '@portfolio/kit': '^1.1.0' },
  }),
  'src/page.tsx': `import { Text } from '@portfolio/kit';\nexport default function Page() { return <Text path="pig.title" />; }\n`,
  'locales/en.yaml': 'pig: { title: Pig }\n',
  'locales/de.yaml': 'pig: { title: Schwein }\n',
};

/** Writes the sources of a tiny section into a folder. @param changed other contents; undefined leaves a file out */
export async function tinySection(
  changed: Record<string, string | Uint8Array | undefined> = {},
): Promise<string> {
  const folder = temporaryFolder();
  await writeFiles(folder, { ...files, ...changed });
  return folder;
}
