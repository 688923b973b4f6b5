import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Markup, serverFile, unknownPath } from '@portfolio/contract/rendering.ts';
import { inDocumentOrder, lookUp } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { inWorker } from '@portfolio/releases/release/in-worker.ts';
import { LRUCache } from 'lru-cache';
import { inSpareTime } from '../http/send.ts';
import type { Log } from '../log.ts';
import type { FrameResult, FrameWork } from './frame-worker.ts';

/** What a shell renders around the pages of a set. */
export interface Frames {
  /** The hash of what the shell renders pages with, too. */
  madeWith: string;
  /** Around the page at a path, or around an unknown one. */
  find(path: string | undefined, language: string): Markup | undefined;
}

/** How long the frames of a set may take. A shell renders them in tenths of a second, on a loaded machine in ten. */
const timeoutMs = 30_000;

/** Sets differ by their shell and navigation; visitors can name others than the live one. */
const mostSets = 16;

/** How long a set whose frames failed has documents without text. */
const failedMs = 10_000;

export type FindFrames = ReturnType<typeof keepFrames>;

/**
 * Renders the frames of a set in a process that ends, which may read its own script alone and has no setting. Without
 * frames documents have no text.
 */
export function keepFrames(log: Pick<Log, 'error'>) {
  const known = new LRUCache<string, { frames?: Frames }, LiveSet>({
    max: mostSets,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: set, options }) {
      try {
        const frames = await renderFrames(set);
        return frames ? { frames } : {};
      } catch (error) {
        log.error({ shell: set.shell.id, reason: String(error) }, 'The frame cannot be rendered');
        options.ttl = failedMs;
        return {};
      }
    },
  });
  const spare = inSpareTime();

  /** @param isLive renders the frames of any set; others have theirs in spare time, as visitors invent them */
  return async (set: LiveSet, isLive: boolean): Promise<Frames | undefined> => {
    const key = keyOf(set);
    const make = () => known.forceFetch(key, { context: set });
    const found = isLive || known.has(key) ? await make() : await spare(make);
    return found?.frames;
  };
}

/** Frames have the shell's addresses, and the navigation in each language. */
function keyOf({ shell, pages, texts }: LiveSet): string {
  const entries = [...texts].flatMap(([language, tree]) =>
    pages.map(({ path: at, icon, label }) => [language, at, icon, lookUp(tree, label)]),
  );
  return `${shell.id} ${createHash('sha256').update(JSON.stringify(entries)).digest('hex')}`;
}

async function renderFrames({
  shell,
  pages,
  sections,
  texts,
}: LiveSet): Promise<Frames | undefined> {
  const code = serverFile in shell.files && (await shell.read(serverFile));
  if (!code) return undefined;
  const hasPages = (section: string) => (sections[section]?.[0]?.pages ? { hasPages: true } : {});
  const listed = pages.map(({ section }) => [
    section,
    [{ id: '', entry: '', base: '', ...hasPages(section) }],
  ]);
  const releaseMap = { key: '', shell: shell.base, pages, sections: Object.fromEntries(listed) };
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
  const result = await inWorker<FrameResult>(import.meta, './frame-worker', work, {
    timeoutMs,
    options,
  });
  if ('fault' in result) throw new Error(result.fault);
  const frames = new Map(result.frames.map(([at, language, it]) => [`${at} ${language}`, it]));
  return {
    madeWith: result.madeWith,
    find: (at, language) => frames.get(`${at ?? unknownPath} ${language}`),
  };
}
