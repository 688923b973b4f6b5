import type { BadgeColor } from './badge-colors.ts';

/** A project of the portfolio; every text and every alternative text is a key path. */
export interface Project {
  /** Its place on the page: `/portfolio#<slug>` goes there. */
  slug: string;
  name: string;
  logoPath: string;
  logoAlt: string;
  facts: { years: string } & Record<'role' | 'status' | 'platform' | 'price', string>;
  badges: readonly { text: string; color: BadgeColor }[];
  /** One tab a text. */
  texts: readonly { tabName: string; text: string }[];
  /** What one comes for is the first. The tooltip is the text beside its own whose key ends in `Hint`. */
  externalLinks: readonly { text: string; url: string }[];
  /** Screenshots, 16:10, named without width and ending (see the kit's `Picture`); the first leads. */
  images: readonly { path: string; alt: string; header: string }[];
  /** By how many degrees the hue of the background is shifted. */
  colorRotation: number;
}
