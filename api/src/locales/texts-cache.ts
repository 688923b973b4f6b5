import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { LRUCache } from 'lru-cache';
import {
  inSpareTime,
  type PreparedAnswer,
  type PreparedEncodings,
  prepareEncodings,
  tagOf,
} from '../http/send.ts';

/** Sets that are or were live, and those that visitors ask for: these never push those out. */
const most = { live: 16, pinned: 40 };

/**
 * The translation document of a set in a language, written and compressed once. Sets that are not live are
 * as many as combinations of releases, and any visitor can ask for them. Refusing them would hit visitors
 * behind a shared address, so they are sent plain when too many are asked for.
 */
export function cacheTexts({ isDevelopment } = { isDevelopment: false }) {
  // In development a changed text is there with the next reload, under the same key.
  const ttl = isDevelopment ? 1 : 0;
  const live = new LRUCache<string, PreparedEncodings>({ max: most.live, ttl });
  const pinned = new LRUCache<string, PreparedEncodings>({ max: most.pinned, ttl });
  const spare = inSpareTime();
  return ({ key, texts, isPinned }: LiveSet, language: string): PreparedEncodings | undefined => {
    const tree = texts.get(language);
    if (!tree) return undefined;
    const name = `${language} ${key}`;
    // A set that was asked for may become the live one; there is always time for that.
    const isOneOfMany = isPinned && !live.has(name);
    const cache = isOneOfMany ? pinned : live;
    const known = cache.get(name);
    if (known) return known;
    const answer = prepareEncodings(answerWith(key, tree), isOneOfMany ? spare : undefined);
    cache.set(name, answer);
    return answer;
  };
}

/**
 * YAML in flow style, as JSON writes it: every browser brings a parser for that. It names its releases, so
 * that a page knows whether they are its own.
 */
function answerWith(releases: string, tree: TextTree): PreparedAnswer {
  const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const body = Buffer.from(`${JSON.stringify(tree).replace(unprintable, escaped)}\n`);
  const headers = {
    'Content-Type': 'application/yaml; charset=utf-8',
    // Reports of failures and the question for what is live go by the same address: no cache may answer them.
    'Cache-Control': 'no-cache',
    ETag: tagOf(body),
    Releases: releases,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  };
  return { body, headers };
}

/** What YAML wants escaped in a string, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;
