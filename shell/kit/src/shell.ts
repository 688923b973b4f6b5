/** What the shell uses beside what sections use: it bundles the kit, so both entries are of one copy. */

export { HintRegion } from './hints/hint-region.tsx';
export { setSiteFacts } from './site-facts.ts';
export { languageName, pickLanguage } from './texts/languages.ts';
export { replaceRelease } from './texts/text-releases.ts';
export { reloadTexts, setTexts, startTexts, switchLanguage, textNow } from './texts/texts.ts';
export type { RenderingRelease } from './this-release.ts';
export { changeInView } from './view-transition.ts';
