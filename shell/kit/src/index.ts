/**
 * What sections may use of the site. This is their only entry; a deeper import would bundle a second copy.
 */

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
export { create } from 'zustand';
export { ApiError, CancelError, callApi } from './api-client.ts';
export { CopyButton, hintSeconds, showHint } from './hints/hint-toasts.tsx';
export { Icon } from './icon.tsx';
export { lazyPart } from './lazy-part.tsx';
export { ExternalLink, Link, OutsideLink } from './links/links.tsx';
export { Markdown } from './markdown/markdown.tsx';
export { PageText, usePage, usePages } from './markdown/section-pages.tsx';
export { owner } from './owner.ts';
export { Gallery } from './pictures/gallery.tsx';
export { type GalleryImage, Picture, SharedPicture, useResource } from './pictures/picture.tsx';
export { useSettings } from './settings.ts';
export { siteFacts } from './site-facts.ts';
export {
  Button,
  boxLook,
  buttonLook,
  css,
  ForEars,
  Heading,
  hovered,
  IconButton,
  keyframes,
  linkLook,
  onMobile,
  PlainList,
  quietButtonLook,
  styled,
  Title,
  tokens,
  turning,
} from './styles.ts';
export { Text } from './texts/text.tsx';
export { useText } from './texts/texts.ts';
export { type Swapped, ThisRelease } from './this-release.ts';
export { typed } from './typed.ts';
export { isMotionWelcome } from './view-transition.ts';
