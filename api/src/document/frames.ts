import path from 'node:path';
import { fragmentFile } from '@portfolio/contract/pages.ts';
import {
  type Fragment,
  type Markup,
  ownBase,
  serverFile,
  slotMark,
  unknownPath,
} from '@portfolio/contract/rendering.ts';
import { inDocumentOrder, lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { inWorker } from '@portfolio/releases/release/in-worker.ts';
import { LRUCache } from 'lru-cache';
import type { Log } from '../log.ts';
import type { Frames, FrameWork } from './frame-worker.ts';
import type { PageRequest } from './page-request.ts';

/** How long the frames of a set may take. A shell renders them in tenths of a second, on a loaded machine in ten. */
const timeoutMs = 30_000;

/** Sets differ by their shell and navigation; visitors can name others than the live one. */
const mostSets = 16;

/** How long a set whose frames failed has documents without text. */
const failedMs = 10_000;

/** The pause after the frames of a set that a visitor named, as a multiple of the time that they took. */
const rest = 9;

/**
 * Puts pages into the frames of their sets, which are rendered in a process that ends; that may read its own script
 * alone and has no setting. Without frames documents have no text. Visitors invent sets: theirs are rendered one at a
 * time, for a tenth of the time.
 */
export function keepFrames(log: Pick<Log, 'error'>) {
  let freeAt = 0;
  const known = new LRUCache<string, { frames?: Frames | undefined }, LiveSet>({
    max: mostSets,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: set, options }) {
      try {
        return { frames: await renderFrames(set) };
      } catch (error) {
        log.error({ shell: set.shell.id, reason: String(error) }, 'The frame cannot be rendered');
        options.ttl = failedMs;
        return {};
      }
    },
  });

  return async (request: PageRequest): Promise<Markup | undefined> => {
    const { set } = request;
    const key = keyOfFrames(set);
    const isSpare = set.isPinned && !known.has(key);
    const start = performance.now();
    if (isSpare && start < freeAt) return undefined;
    if (isSpare) freeAt = Number.POSITIVE_INFINITY;
    const { frames } = await known.forceFetch(key, { context: set });
    const end = performance.now();
    if (isSpare) freeAt = end + rest * (end - start);
    return frames && frameThePage(request, frames);
  };
}

/** Frames have the shell's addresses, and the navigation in each language. */
function keyOfFrames({ shell, pages, texts }: LiveSet): string {
  const entries = [...texts].flatMap(([language, tree]) =>
    pages.map(({ path: at, icon, label }) => [language, at, icon, lookUp(tree, label)]),
  );
  return JSON.stringify([shell.id, entries]);
}

async function renderFrames({ shell, pages, texts }: LiveSet): Promise<Frames | undefined> {
  const code = serverFile in shell.files && (await shell.read(serverFile));
  if (!code) return undefined;
  const releaseMap = { key: '', shell: shell.base, pages, sections: {} };
  const languages = inDocumentOrder(texts.keys());
  const work: FrameWork = {
    code: String(code),
    paths: [...pages.map((page) => page.path), unknownPath],
    surroundings: languages.map((language) => ({
      language,
      languages,
      texts: texts.get(language) ?? {},
      releaseMap,
    })),
  };
  const own = path.join(import.meta.dirname, '../..');
  const options = ['--permission', `--allow-fs-read=${own}`, '--max-old-space-size=256'];
  const bounds = { timeoutMs, options };
  const frames = await inWorker<Frames>(import.meta, './frame-worker', work, bounds);
  if ('fault' in frames) throw new Error(frames.fault);
  return frames;
}

/** Puts a page into its frame. A section without a fragment has an empty place. */
async function frameThePage(
  { set: { sections, shell }, entry, language }: PageRequest,
  frames: Frames,
): Promise<Markup | undefined> {
  const release = entry ? sections[entry.section]?.[0] : shell;
  // All pages of a section have the frame of its own page.
  const path = entry ? (release?.page?.path ?? entry.path) : unknownPath;
  const frame = frames.markup.get(`${path} ${language}`);
  if (!frame || !release) return undefined;
  const file = (await release.read(fragmentFile(entry?.path ?? unknownPath))) ?? '{}';
  const fragments = JSON.parse(String(file).replaceAll(ownBase, release.base));
  const { html = '', css = '', sheets, madeWith }: Partial<Fragment> = fragments[language] ?? {};
  // The app takes a page over that it would render itself, and replaces any other.
  const isSame = madeWith === frames.madeWith;
  const madeOf = isSame
    ? ` data-page="${release.name}@${release.id}" data-language="${language}"`
    : '';
  const place = `<div id="slot"><div id="page-root"${madeOf}>${html}</div></div>`;
  return {
    html: frame.html.replace(slotMark, () => place),
    css: joinStyles(frame.css, css),
    stylesVersion: frame.stylesVersion,
    sheets,
  };
}

/** The end of a component's rules: the number of its group, by which they are ordered, and its classes. */
const block =
  /(?<rules>.*?)data-styled\.g(?<group>\d+)\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n/gs;

/** Joins rules as styled-components orders them: those that both have stand there once. */
function joinStyles(...parts: readonly string[]): string {
  const blocks = new Map<string, number>();
  for (const part of parts) {
    for (const { 0: text, groups } of part.matchAll(block)) blocks.set(text, Number(groups?.group));
  }
  return [...blocks]
    .sort(([, a], [, b]) => a - b)
    .map(([text]) => text)
    .join('');
}
