import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { lazyPart } from './lazy-part.tsx';

const root = path.join(import.meta.dirname, '../../..');

/** Late imports that are no parts of a page, with what the visitor gets when they fail. */
const answers: Record<string, Record<string, string>> = {
  'shell/src/document/start.ts': { entry: 'the shell before, or the page of the document' },
  'shell/src/federation/import-script.ts': {
    href: 'the same file, requested once more',
    again: 'the release before, or a notice',
  },
  'shell/src/main.tsx': {
    './hot-reload.ts': 'only a developer requests it',
    './federation/dev-tools.ts': 'only a developer requests it',
  },
  'shell/src/slot/page-to-show.tsx': {
    './swap-section.ts': 'the section stays, and a sentence says so',
  },
  'shell/kit/src/markdown/section-pages.tsx': { './page-prose.tsx': 'the words alone' },
  'shell/kit/src/texts/texts.ts': { 'js-yaml': 'the language stays, or the notice for lost texts' },
};

/** Every `import()` of the site's sources, and its caller. */
function* lateImports() {
  const sources = 'shell/{src,kit/src},remote-*/src,shell/cli/template/*/src';
  for (const file of globSync(`{${sources}}/**/*.{ts,tsx}`, { cwd: root }).sort()) {
    if (file.includes('.test.')) continue;
    const source = readFileSync(path.join(root, file), 'utf8');
    const imports =
      /(\w+\(\s*\(\) =>\s*)?(?<!typeof )\bimport\((?:\s*\/\*.*?\*\/\s*)?['"]?([^'")]+)/g;
    for (const [, caller = '', asked = ''] of source.matchAll(imports))
      yield { file, asked, isPart: caller.startsWith('lazyPart(') };
  }
}

test('every late import has a fallback', () => {
  const all = [...lateImports()];
  expect(all.filter(({ isPart }) => isPart).map(({ asked }) => asked)).toEqual([
    './parts.ts',
    './parts.ts',
    './puddle.tsx',
    './preview.tsx',
    './notices/preview-badge.tsx',
  ]);
  for (const { file, asked, isPart } of all)
    expect([file, asked, isPart || answers[file]?.[asked]]).toEqual([
      file,
      asked,
      expect.anything(),
    ]);
  const others = all.filter(({ isPart }) => !isPart).map(({ file, asked }) => [file, asked]);
  const answered = Object.entries(answers).flatMap(([file, its]) =>
    Object.keys(its).map((asked) => [file, asked]),
  );
  expect(others.sort()).toEqual(answered.sort());
});

const Without = ({ words }: { words: string }) => <p>{words}, plainly</p>;
const Whole = ({ words }: { words: string }) => <p>{words}</p>;

test('a part that is lost is replaced by its fallback, and requested again the next time', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  let isLost = true;
  const load = jest.fn(async () => (isLost ? Promise.reject(new Error('lost')) : Whole));
  const Part = lazyPart(load, Without);
  const { unmount } = await act(async () => render(<Part words="Said" />));
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
  expect(warn).toHaveBeenCalledTimes(1);
  unmount();
  isLost = false;
  await act(async () => void render(<Part words="Said again" />));
  expect(await screen.findByText('Said again')).toBeTruthy();
});

test('a part that is late is replaced by its fallback', async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const Part = lazyPart(() => new Promise<typeof Whole>(() => {}), Without, 3000);
  await act(async () => void render(<Part words="Said" />));
  const fetching = Part.fetch();
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(await fetching).toBe(false);
  jest.useRealTimers();
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
});

test('a part that is loaded renders at once', async () => {
  const Part = lazyPart(async () => Whole, Without);
  expect(await Part.fetch()).toBe(true);
  render(<Part words="Said" />);
  expect(screen.getByText('Said')).toBeTruthy();
});

test('a part that throws is replaced by its fallback, and the page stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const broken = () => {
    throw new Error('mud');
  };
  const Part = lazyPart(async () => broken as unknown as typeof Whole, Without);
  const page = (
    <>
      <h1>The page</h1>
      <Part words="Said" />
    </>
  );
  await act(async () => void render(page));
  expect(await screen.findByText('Said, plainly')).toBeTruthy();
  expect(screen.getByText('The page')).toBeTruthy();
});
