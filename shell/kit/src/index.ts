/**
 * The kit: the contract between the shell and every section. This is its only entry; a deeper import would
 * bundle a second copy.
 */

export { isEmail, isFaultyEmail, messageLimits } from '@portfolio/contract/message.ts';
export type { Lookup, TextPath } from '@portfolio/contract/texts.ts';
export {
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
export { css, keyframes } from 'styled-components';
export { create } from 'zustand';
export { ApiError, CancelError, type Message, sendMail } from './api-client.ts';
export { CopyButton } from './hints/copy-button.tsx';
export { HintRegion } from './hints/hint-region.tsx';
export { dropHint, type Hint, hintSeconds, showHint } from './hints/hints.ts';
export { Icon } from './icon.tsx';
export {
  Button,
  buttonLook,
  Divider,
  Heading,
  IconButton,
  onlyWithApp,
  quietButtonLook,
  Title,
  turning,
  visuallyHidden,
  whereHovering,
} from './layout.ts';
export { lazyPart } from './lazy-part.tsx';
export { ExternalLink, Link, NavLink, OutsideLink } from './links/links.tsx';
export { Tooltip } from './links/tooltip.tsx';
export { type LiveRelease, useLiveReleases } from './live-releases.ts';
export { Markdown } from './markdown/markdown.tsx';
export {
  PageText,
  type PageWords,
  SectionPages,
  usePage,
  usePages,
} from './markdown/section-pages.tsx';
export { type Owner, owner, type Profile } from './owner.ts';
export { Gallery } from './pictures/gallery.tsx';
export {
  type GalleryImage,
  Picture,
  type PictureProps,
  ResourceBase,
  SharedPicture,
  useResource,
} from './pictures/picture.tsx';
export { ThemedPicture } from './pictures/themed-picture.tsx';
export { SectionSwap, type Swap, type Swapped } from './section-swap.ts';
export {
  type Language,
  type Settings,
  setTheme,
  startTheme,
  type Theme,
  themes,
  useSettings,
} from './settings.ts';
export { setSiteFacts } from './site-facts.ts';
export { styled } from './styled.ts';
export { languageName, offeredLanguages, pickLanguage } from './texts/languages.ts';
export { Text } from './texts/text.tsx';
export { readLiveKey, replaceRelease } from './texts/text-releases.ts';
export {
  reloadTexts,
  setTexts,
  startTexts,
  switchLanguage,
  textNow,
  useText,
} from './texts/texts.ts';
export { tokens } from './tokens.ts';
export { hasUnsentText, typed } from './typed.ts';
export { changeInView, isMotionWelcome } from './view-transition.ts';
export { beyondMobile, onMobile } from './window-ratio.ts';
