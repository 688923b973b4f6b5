import { createHash } from 'node:crypto';
import { type PageBelow, wordsIn } from '@portfolio/contract/pages.ts';
import { lookUp, type TextTree } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { pathOf } from '@portfolio/releases/release/release.ts';
import type { LoadedRelease } from '@portfolio/releases/store/releases.ts';
import escapeHtml from 'escape-html';

/** Feed readers poll, so the newest entries are enough. */
const mostEntries = 30;

/** The posts of a section: its pages with a date, the newest first. */
function postsOf({ pages = [] }: Pick<LoadedRelease, 'pages'>): (PageBelow & { date: string })[] {
  return pages.flatMap((page) => (page.date ? [{ ...page, date: page.date }] : []));
}

/** The path of a section's feed, such as `/blog/feed.xml`; undefined if it has no posts. */
export function feedPath(release: LoadedRelease): string | undefined {
  return postsOf(release).length > 0 ? `${pathOf(release)}/feed.xml` : undefined;
}

/** The section whose feed is at a path. */
export function sectionOfFeed({ sections }: LiveSet, path: string): LoadedRelease | undefined {
  const live = Object.values(sections).flatMap((releases) => releases.slice(0, 1));
  return live.find((release) => feedPath(release) === path);
}

interface FeedFacts {
  origin: string;
  language: string;
  texts: TextTree | undefined;
  author: string;
}

/** Renders the feed of a section (Atom, RFC 4287). */
export function renderFeed(
  release: LoadedRelease,
  { origin, language, texts, author }: FeedFacts,
): string {
  const path = `${pathOf(release)}/feed.xml`;
  const addressOf = (page: string) => `${origin}${page}?language=${language}`;
  const idOf = (page: string) => uuidOf(author, language, page);
  const link = (rel: string, page: string) => `<link rel="${rel}" href="${addressOf(page)}"/>`;
  const posts = postsOf(release).slice(0, mostEntries);
  const entries = posts.flatMap(({ path: page, title, description, date, tags }) => [
    '<entry>',
    element('id', idOf(page)),
    element('title', wordsIn(title, language)),
    link('alternate', page),
    element('published', `${date}T00:00:00Z`),
    element('updated', `${date}T00:00:00Z`),
    element('summary', wordsIn(description, language)),
    ...(tags?.[language] ?? []).map((tag) => `<category term="${escapeHtml(tag)}"/>`),
    '</entry>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    element('id', idOf(path)),
    element('title', lookUp(texts, `${release.name}.document.title`)),
    element('subtitle', lookUp(texts, `${release.name}.document.description`)),
    link('self', path),
    link('alternate', pathOf(release)),
    element('updated', release.createdAt),
    `<author>${element('name', author)}</author>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/**
 * A name that stays the same whatever host the site has. Each language has its own: a reader would take one of two
 * entries with an equal id for the other.
 */
function uuidOf(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex');
  // A UUID of version 8, whose bits are the application's own (RFC 9562 §5.8).
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*/, 'urn:uuid:$1-$2-8$3-8$4-$5');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeHtml(text)}</${name}>`;
}
