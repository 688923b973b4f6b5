import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveRelease } from '@portfolio/releases/live/live-release.ts';
import { type LiveSet, releasesOf } from '@portfolio/releases/live/live-set.ts';
import { LRUCache } from 'lru-cache';
import {
  type InSpareTime,
  inSpareTime,
  type PreparedAnswer,
  type PreparedEncodings,
  prepareEncodings,
  tagOf,
} from '../http/send.ts';

/** A translation document: its texts, and the answer in both its encodings. */
export interface PreparedTexts {
  readonly tree: TextTree;
  readonly encodings: PreparedEncodings;
}

/** The texts of one set of releases by language. */
export type TextsByLanguage = ReadonlyMap<string, PreparedTexts>;

/** How to get the texts of a set of releases. */
export type TextsOf = (set: LiveSet) => TextsByLanguage;

/** Sets that are or were live, and those that visitors ask for: these never push those out. */
const most = { live: 8, pinned: 20 };

/**
 * Puts the texts together once per set of releases, not once per request, and compresses them: at every
 * request that would be most of the work. Sets that are not live are as many as combinations of releases,
 * and any visitor can ask for them. Refusing them would hit visitors behind a shared address, so they are
 * sent plain when too many are asked for.
 */
export function cacheTexts(): TextsOf {
  const live = new LRUCache<string, TextsByLanguage>({ max: most.live });
  const pinned = new LRUCache<string, TextsByLanguage>({ max: most.pinned });
  const spare = inSpareTime();
  return (set) => {
    // A set that was asked for may become the live one; there is always time for that.
    const isPinned = set.isPinned && !live.has(set.key);
    const cache = isPinned ? pinned : live;
    const known = cache.get(set.key);
    if (known) return known;
    const texts = prepareTexts(set, isPinned ? spare : undefined);
    cache.set(set.key, texts);
    return texts;
  };
}

/** The texts of a set by language: those the shell has texts in. Nothing is put together before it is asked for, and then once. */
export function prepareTexts(set: LiveSet, spare?: InSpareTime): TextsByLanguage {
  const languages = Object.keys(set.shell.texts).sort();
  const entries = languages.map((language) => {
    let tree: TextTree | undefined;
    let encodings: PreparedEncodings | undefined;
    const texts: PreparedTexts = {
      get tree() {
        tree ??= mergeTexts(set, language);
        return tree;
      },
      get encodings() {
        encodings ??= prepareEncodings(answerWith(set.key, writeTexts(texts.tree)), spare);
        return encodings;
      },
    };
    return [language, texts] as const;
  });
  return new Map(entries);
}

/** It names its releases, so that a page knows whether they are its own. */
function answerWith(releases: string, body: Buffer): PreparedAnswer {
  const headers = {
    'Content-Type': 'application/yaml; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Releases: releases,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  };
  return { body, headers };
}

/**
 * The one translation document of a language: the shell's texts and those of every live section, so
 * that a section and its words are swapped in one step. A section brings its own keys only.
 */
function mergeTexts(set: LiveSet, language: string): TextTree {
  const trees = inOrder(set).map(({ texts }) => texts[language] ?? {});
  const hints = Object.assign({}, ...trees.map((tree) => tree.hints));
  const merged = Object.assign({}, ...trees);
  return Object.keys(hints).length > 0 ? { ...merged, hints } : merged;
}

/** The same as it is sent: YAML in flow style, as JSON writes it. Every browser brings a parser for that. */
function writeTexts(tree: TextTree): Buffer {
  const text = JSON.stringify(tree).replace(
    unprintable,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(`${text}\n`);
}

/**
 * What comes later wins: the shell, so that nothing a section brings can replace one of its texts. A
 * hint that several sections have is that of the first by its name, which no section chooses itself.
 */
function inOrder(set: LiveSet): LiveRelease[] {
  const sections = releasesOf(set).filter(({ name }) => name !== 'shell');
  return [...sections.sort((a, b) => (a.name < b.name ? 1 : -1)), set.shell];
}

/** What YAML wants escaped in a string, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
