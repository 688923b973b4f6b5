import type { BadgeColor } from './badge-colors.ts';

/** A project of the portfolio (spec §3); every text and every alternative text is a key path. */
export interface Project {
  name: string;
  logoPath: string;
  logoAlt: string;
  badges: readonly { text: string; color: BadgeColor }[];
  /** One tab a text. */
  texts: readonly { tabName: string; text: string }[];
  /** The tooltip of a link is the text beside its own whose key ends in `Hint`. */
  externalLinks: readonly { text: string; url: string }[];
  /** Screenshots, 16:10, named without width and ending (see the kit's `Picture`). */
  images: readonly { path: string; alt: string }[];
  /** By how many degrees the hue of the background is shifted. */
  colorRotation: number;
}
