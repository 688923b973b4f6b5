import type { Lookup } from '@portfolio/contract/texts.ts';
import type { Owner } from '../document/shell-parts.ts';

interface Subject {
  language: string;
  text: Lookup;
  owner: Owner | undefined;
  /** Behind the icon while the site is starting; a shell may not say. */
  background: string | undefined;
  /** The folder of the shell's release, which has the icons. */
  shellBase: string;
  /** The path of the page it opens with. */
  start: string;
}

/** `manifest.webmanifest`: what a phone shows for the site on its home screen. */
export function webManifest(subject: Subject): object {
  const { language, text, owner, background, shellBase, start } = subject;
  const title = text('site.title');
  return {
    name: owner ? `${owner.name} – ${title}` : title,
    short_name: owner?.name ?? title,
    description: text('site.description'),
    lang: language,
    id: '/',
    start_url: start,
    scope: '/',
    display: 'minimal-ui',
    background_color: background,
    theme_color: background,
    icons: [192, 512].map((size) => ({
      src: `${shellBase}resources/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}
