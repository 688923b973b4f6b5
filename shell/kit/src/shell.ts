/** What the shell uses beside what sections use: it bundles the kit, so both entries are of one copy. */

export { HintRegion } from './hints/hint-toasts.tsx';
export { setSiteFacts } from './site-facts.ts';
export { beyondMobile } from './styles.ts';
export {
  languageName,
  pickLanguage,
  reloadTexts,
  replaceRelease,
  setTexts,
  startTexts,
  switchLanguage,
  textNow,
} from './texts/texts.ts';
export type { RenderingRelease } from './this-release.ts';
export { changeInView } from './view-transition.ts';
