import { languageTag, type TextTree } from '@portfolio/contract/texts.ts';
import { type LiveSet, withReleases } from '@portfolio/releases/live/live-set.ts';
import { parseRefs } from '@portfolio/releases/release/release.ts';
import { RefusedError } from '@portfolio/releases/release/release-errors.ts';
import type { Request, RequestHandler } from 'express';
import { readQuery } from '../document/page-request.ts';
import { type Answers, brotli, prepare, sendEncoded } from '../http/answer.ts';
import type { Parts } from '../parts.ts';

/**
 * `GET /api/locales/{language}`: YAML; 404 for a language that is not offered, 400 for nonsense.
 *
 * A page asks for the texts of its own releases by `?releases=home@…,…`: it may be older than a deploy, a
 * preview, or fallen back. The answer names its releases, by which an open page finds newer ones.
 */
export function answerLocales(
  { live }: Parts,
  answers: Answers,
): RequestHandler<{ language: string }> {
  return async (request, response) => {
    const { language } = request.params;
    const set = await setFor(live, request);
    const tree = set?.texts.get(language);
    if (set && tree) {
      const { key, isPinned } = set;
      // A pinned set may become live, and is then compressed better.
      const name = `texts ${language} ${key} ${isPinned}`;
      const make = () => prepareTexts(tree, key, isPinned ? brotli.fast : brotli.best);
      return sendEncoded(request, response, await answers(name, make));
    }
    const isTag = languageTag.test(language);
    const offered = [...(set?.texts.keys() ?? [])].join(', ') || 'none yet';
    throw isTag
      ? new RefusedError(`There are no texts in "${language}", only: ${offered}.`, 404)
      : new RefusedError('A language is named by its code, such as en or de.', 400);
  };
}

/** The live set with the releases that the query names. */
async function setFor(live: Parts['live'], { url }: Request): Promise<LiveSet | undefined> {
  const set = await live.current();
  const asked = readQuery(url).get('releases');
  if (!set || asked === set.key) return set;
  return withReleases(live, set, parseRefs(asked));
}

/** YAML in the form of JSON, for which every browser has a parser. */
const headers = {
  'Content-Type': 'application/yaml; charset=utf-8',
  // What is live may change at any time.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

const escaped = (it: string) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Characters that YAML requires to be escaped, and JSON does not. */
const unprintable = /[\x7f-\x9f\ufeff\ufffe\uffff]/g;

function prepareTexts(tree: TextTree, key: string, level: number) {
  const json = JSON.stringify(tree);
  const text = `${json.replace(unprintable, escaped)}\n`;
  return prepare(text, { ...headers, Releases: key }, level, json);
}
