import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ownBase, unknownPath } from '@portfolio/contract/rendering.ts';
import { inWorker } from '@portfolio/releases/release/in-worker.ts';
import { ownPackage, repository } from '../own-package.ts';
import type { FragmentResult, FragmentWork } from './fragment-worker.ts';

/** A hundred pages of a blog take some seconds; a page may wait for what never comes. */
const timeoutMs = 60_000;

/** The folder of the packages that a file is one of. */
const packagesOf = (file: string) => file.replace(/([\\/]node_modules)[\\/].*$/, '$1');

/** What a renderer may read: installed packages, which may be links, and the command line itself. */
const readable = [
  packagesOf(createRequire(import.meta.url).resolve('jsdom')),
  ...(repository
    ? ['node_modules', 'shell', 'shell/node_modules']
        .map((each) => path.join(repository ?? '', each))
        .filter((each) => existsSync(each))
        .map((each) => realpathSync(each))
    : [packagesOf(ownPackage)]),
];

/**
 * Renders the pages of a release in each language, in a process that may read the build and installed packages
 * alone, and has no setting of this one.
 * @returns the files for the release, and sentences about pages that cannot be part of a document
 */
export async function renderFragments(work: Omit<FragmentWork, 'paths'>): Promise<FragmentResult> {
  const { own, below, folder, server } = work;
  const paths = own ? [own.path, ...below.map((page) => page.path)] : [unknownPath];
  const allowed = [...readable, folder, path.dirname(server), path.dirname(work.script ?? server)];
  const options = [
    '--permission',
    ...allowed.map((each) => `--allow-fs-read=${each}`),
    '--enable-source-maps',
    '--disable-warning=SecurityWarning',
  ];
  const rendered = await inWorker<FragmentResult>(
    import.meta,
    './fragment-worker',
    { ...work, paths },
    { timeoutMs, options },
  );
  if ('fault' in rendered)
    return {
      files: {},
      faults: [
        `Its pages are not rendered within ${timeoutMs / 1000} s, or take too much memory: a page waits for what never comes, or renders without end.`,
      ],
    };
  const { files, faults } = rendered;
  return { files, faults: [...faults, ...faultsOfContent(files, folder)] };
}

/** A page without a heading, or with a picture that the release lacks. */
function faultsOfContent(files: FragmentResult['files'], folder: string): string[] {
  const there = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  return Object.entries(files).flatMap(([file, text]) =>
    Object.entries(JSON.parse(text) as Record<string, { html: string }>).flatMap(
      ([language, { html }]) => {
        const page = file.slice('fragments'.length, -'.json'.length);
        const missing = picturesIn(html).filter((picture) => !there.has(picture));
        return [
          ...(/<h1[\s>]/.test(html) ? [] : [`${page} shows no heading (<h1>) in ${language}.`]),
          ...missing.map((picture) => `${page} shows ${picture}, which is missing.`),
        ];
      },
    ),
  );
}

/** The files of the release that pictures show. */
function picturesIn(html: string): string[] {
  const addresses = [...html.matchAll(/ (?:src|srcset)="([^"]*)"/gi)].flatMap(([, list = '']) =>
    list.split(',').map((choice) => choice.trim().split(' ')[0] ?? ''),
  );
  const own = addresses.filter((address) => address.startsWith(ownBase));
  return [...new Set(own.map((address) => decodeURI(address.slice(ownBase.length))))];
}
