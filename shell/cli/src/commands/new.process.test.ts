import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';
import { Command } from 'commander';
import { providedVersions } from '../build/base-config.ts';
import { ownPackage } from '../own-package.ts';
import { readManifest } from '../project/manifest.ts';

const files = `locales locales/en.yaml locales/fr.yaml package.json src src/page.test.tsx src/page.tsx
  tsconfig.json`;
const filesOfTeam = `.gitattributes .github .github/workflows .github/workflows/publish.yml .gitignore .npmrc
  README.md locales locales/de.yaml locales/en.yaml package.json posts posts/first-post.de.md
  posts/first-post.en.md posts/second-post.de.md posts/second-post.en.md resources resources/sheets.svg
  src src/page.test.tsx src/page.tsx src/styles.d.ts tsconfig.json`;

test.each([
  ['the owner', 'my-page', 'panel-top', /^ {2}title: "My page"\n {2}text: Not/m, files],
  ['the owner', 'cv --cv', 'book-open', /^ {2}navigation: "CV".* person: Your Name/ms, files],
  ['a team', 'blog --blog', 'newspaper', /^ {2}title: "Blog"/m, filesOfTeam],
])('%s gets %s with the icon %s and its own words', async (whose, words, icon, title, all) => {
  const folder = temporaryFolder();
  await writeFiles(folder, { 'shell/locales/en.yaml': '', 'shell/locales/fr.yaml': '' });
  const repository = whose === 'a team' ? undefined : folder;
  jest.spyOn(process, 'cwd').mockReturnValue(folder);
  const says = jest.spyOn(console, 'log').mockImplementation(() => {});
  jest.resetModules();
  jest.unstable_mockModule('../own-package.ts', () => ({ ownPackage, repository }));
  const command = new Command();
  (await import('./new.ts')).defineNew(command);
  await command.parseAsync(words.split(' '), { from: 'user' });

  const [name = ''] = words.split(' ');
  const next = repository ? `Deploy it with: npx portfolio deploy ${name}` : 'In it: npm install';
  expect(String(says.mock.lastCall)).toContain(`remote-${name} is created. ${next}`);
  const cwd = path.join(folder, `remote-${name}`);
  expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(all.split(/\s+/));
  const page = { path: `/${name}`, order: 100, label: `${name}.navigation`, icon };
  const { react, '@portfolio/kit': kit } = providedVersions();
  const peerDependencies = { react: `^${react}`, '@portfolio/kit': `^${kit}` };
  const manifest = { name: `@portfolio/remote-${name}`, peerDependencies, page };
  expect(await readManifest(cwd)).toEqual(manifest);
  expect(readFileSync(path.join(cwd, 'locales/en.yaml'), 'utf8')).toMatch(title);
});
