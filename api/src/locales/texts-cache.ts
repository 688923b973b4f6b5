import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { LRUCache } from 'lru-cache';
import {
  type Efforts,
  inSpareTime,
  type PreparedAnswer,
  type PreparedForms,
  prepareForms,
  tagOf,
} from '../http/send.ts';
import { mergeTexts, offeredLanguages, writeTexts } from './merge-texts.ts';

/** A translation document: its texts, and the answer in both its forms. */
export interface PreparedTexts {
  readonly tree: TextTree;
  readonly forms: PreparedForms;
}

/** The texts of one set of releases by language. */
export type TextsByLanguage = ReadonlyMap<string, PreparedTexts>;

/** How to get the texts of a set of releases. */
export type TextsOf = (set: LiveSet) => TextsByLanguage;

/** Sets that are or were live, and those that visitors ask for: these never push those out. */
const most = { live: 8, pinned: 20 };

/**
 * Puts the texts together once per set of releases, not once per request, and compresses them: at every
 * request that would be most of the work. The live texts are compressed as well as can be, but only as
 * often as there is time, since a section may change what is live again and again. Sets that are not
 * live are as many as combinations of releases, and any visitor can ask for them. Refusing them would
 * hit visitors behind a shared address, so they are sent plain when too many are asked for.
 */
export function cacheTexts(): TextsOf {
  const live = new LRUCache<string, TextsByLanguage>({ max: most.live });
  const pinned = new LRUCache<string, TextsByLanguage>({ max: most.pinned });
  const [light, best] = [inSpareTime(), inSpareTime()];
  return (set) => {
    // A set that was asked for may become the live one; it is then compressed as well as the others.
    const isPinned = set.isPinned && !live.has(set.key);
    const cache = isPinned ? pinned : live;
    const known = cache.get(set.key);
    if (known) return known;
    const texts = prepareTexts(set, isPinned ? { light } : { light: 'at once', best });
    cache.set(set.key, texts);
    return texts;
  };
}

/** The texts of a set by language. Nothing is put together before it is asked for, and then once. */
export function prepareTexts(
  set: LiveSet,
  efforts: Efforts = { light: 'at once' },
): TextsByLanguage {
  const entries = offeredLanguages(set).map((language) => {
    let tree: TextTree | undefined;
    let forms: PreparedForms | undefined;
    const texts: PreparedTexts = {
      get tree() {
        tree ??= mergeTexts(set, language);
        return tree;
      },
      get forms() {
        forms ??= prepareForms(answerWith(set.key, writeTexts(texts.tree)), efforts);
        return forms;
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
