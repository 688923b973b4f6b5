import { createHash } from 'node:crypto';
import type { TextTree } from '@portfolio/contract/texts.ts';
import type { LiveSet } from '@portfolio/releases/live/live-set.ts';
import { LRUCache } from 'lru-cache';
import type { PreparedAnswer } from '../http/send.ts';
import { compress, inSpareTime } from './compress-texts.ts';
import { mergeTexts, offeredLanguages, writeTexts } from './merge-texts.ts';

/** A translation document: its texts, and the answer in both its forms. */
export interface PreparedTexts {
  readonly tree: TextTree;
  readonly plain: PreparedAnswer;
  /** Nothing when there is no time to make it: the plain form says the same. */
  brotli(): Promise<PreparedAnswer | undefined>;
}

/** The texts of one set of releases by language. */
export type TextsByLanguage = ReadonlyMap<string, PreparedTexts>;

/** How to get the texts of a set of releases. */
export type TextsOf = (set: LiveSet) => TextsByLanguage;

/** Sets that are or were live, and those that somebody asks for: these never push those out. */
const most = { live: 8, pinned: 20 };

/**
 * Puts the texts together once per set of releases, not once per request, and compresses them: at every
 * request that would be most of the work.
 */
export function cacheTexts(): TextsOf {
  const live = new LRUCache<string, TextsByLanguage>({ max: most.live });
  const pinned = new LRUCache<string, TextsByLanguage>({ max: most.pinned });
  const spare = { light: inSpareTime(), best: inSpareTime() };
  return (set) => {
    // A set that was asked for may become the live one; it is then compressed as well as the others.
    const isPinned = set.isPinned && !live.has(set.key);
    const cache = isPinned ? pinned : live;
    const known = cache.get(set.key);
    if (known) return known;
    const texts = isPinned ? prepareTexts(set, spare.light) : prepareLive(set, spare.best);
    cache.set(set.key, texts);
    return texts;
  };
}

type InSpareTime = ReturnType<typeof inSpareTime>;

/**
 * The live texts: compressed lightly for whoever asks first, and then as well as can be. Only as often
 * as there is time, since a section may change what is live again and again.
 */
function prepareLive(set: LiveSet, inSpare: InSpareTime): TextsByLanguage {
  return prepare(set, (plain) => {
    let isBest = false;
    let form: Promise<PreparedAnswer> | undefined;
    return () => {
      form ??= compress(plain().body, 'light').then((body) => compressed(plain(), body));
      if (!isBest) {
        isBest = true;
        void inSpare(() => compress(plain().body, 'best')).then((body) => {
          isBest = body !== undefined;
          if (body) form = Promise.resolve(compressed(plain(), body));
        });
      }
      return form;
    };
  });
}

/**
 * Anybody can ask for sets nobody has: there are as many as combinations of releases. Refusing them
 * would hit visitors behind a shared address, so they are sent as they are when too many are asked for.
 */
export function prepareTexts(set: LiveSet, inSpare: InSpareTime = inSpareTime()): TextsByLanguage {
  return prepare(set, (plain) => {
    let form: PreparedAnswer | undefined;
    return async () => {
      const body = form?.body ?? (await inSpare(() => compress(plain().body, 'light')));
      form ??= body && compressed(plain(), body);
      return form;
    };
  });
}

/** Nothing is put together before it is asked for, and then once. */
function prepare(
  set: LiveSet,
  brotliOf: (plain: () => PreparedAnswer) => PreparedTexts['brotli'],
): TextsByLanguage {
  const entries = offeredLanguages(set).map((language) => {
    const tree = once(() => mergeTexts(set, language));
    const plain = once(() => answerWith(set.key, writeTexts(set, language)));
    const texts: PreparedTexts = {
      get tree() {
        return tree();
      },
      get plain() {
        return plain();
      },
      brotli: brotliOf(plain),
    };
    return [language, texts] as const;
  });
  return new Map(entries);
}

function once<Value>(make: () => Value): () => Value {
  let value: { of: Value } | undefined;
  return () => {
    value ??= { of: make() };
    return value.of;
  };
}

/** It names its releases, so that a page knows whether they are its own. */
function answerWith(releases: string, body: Buffer): PreparedAnswer {
  const headers = {
    'Content-Type': 'application/yaml; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    Releases: releases,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  };
  return { body, headers };
}

function compressed({ headers }: PreparedAnswer, body: Buffer): PreparedAnswer {
  return {
    body,
    headers: { ...headers, 'Content-Encoding': 'br', 'Content-Length': body.length },
  };
}
