import type { TextPath } from '@portfolio/contract/texts.ts';
import { useSettings } from '../settings.ts';

/**
 * The plural form of a number in the visitor's language, by the rules of CLDR: `usePlural()('blog.posts', 1)` is
 * `blog.posts.one`. The texts have each form of their language below that path, in English `one` and `other`.
 */
export function usePlural(): (path: string, count: number) => TextPath {
  const language = useSettings((settings) => settings.language);
  const rules = new Intl.PluralRules(language);
  return (path, count) => `${path}.${rules.select(count)}` as TextPath;
}
