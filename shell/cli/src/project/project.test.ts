import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { temporaryFolder, writeFiles } from '@portfolio/test-support/temporary-store.ts';

test('away from the repository a command is about the section of its folder, and needs DATA_DIR', async () => {
  const source = temporaryFolder();
  jest.spyOn(process, 'cwd').mockReturnValue(source);
  jest.unstable_mockModule('../own-package.ts', () => ({ repository: undefined }));
  const { findDeployable, ...project } = await import('./project.ts');
  const none = 'This is no folder of a section: it has no src/page.tsx.';
  await expect(findDeployable('pig')).rejects.toThrow(none);
  await writeFiles(source, { 'package.json': '{"name":"@team/remote-pig"}', 'src/page.tsx': '' });
  const names = [undefined, 'pig', 'remote-pig'];
  const found = await Promise.all([...names.map(findDeployable), project.needSection()]);
  expect(found).toEqual(Array(4).fill({ name: 'pig', source }));
  const choice = 'There is no section "hog" here. Choose one of: pig.';
  await expect(findDeployable('hog')).rejects.toThrow(choice);

  expect(project.nothingReleased('/data')).toBe('Nothing has been released in /data.');
  process.env.DATA_DIR = 'data';
  expect(project.readSettings().DATA_DIR).toBe(path.resolve('data'));
  process.env.DATA_DIR = ' ';
  const place = `Say where the store is: DATA_DIR=/path/to/data, the folder that holds site.sqlite. From elsewhere, check, deploy and roll back with --to https://www.example.com`;
  expect(project.readSettings).toThrow(place);
});
