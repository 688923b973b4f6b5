/**
 * The contract: plain facts that browser and server both need, each decided once. It depends on
 * nothing, and what nobody in the browser uses is not sent there.
 */

export { ageOf } from './age.ts';
export { defaultLanguage, languageOfAddress, preferredLanguage } from './languages.ts';
export { controlInLine, isEmail, isFaultyEmail, messageLimits } from './message.ts';
export {
  arrangePages,
  defaultPage,
  faultOfPage,
  type IconName,
  icons,
  type PageDeclaration,
  type SitePage,
} from './page-declaration.ts';
export { indexPath, pageAt, pageName, pageTitle } from './pages.ts';
export { pictureFile, pictureFiles, pictureFormats, pictureWidths } from './pictures.ts';
export { keyOfReleases, type ReleaseRef } from './releases.ts';
export { type Lookup, lookUp, type TextTree } from './texts.ts';
