import type { Theme } from '@portfolio/kit';
import type { BadgeColor } from './badge-colors.ts';

/** A project of the portfolio; every text and every alternative text is a key path. */
export interface Project {
  /** Its place on the page: `/portfolio#<slug>` goes there. */
  slug: string;
  /** What search engines call it, by schema.org. */
  kind: 'WebSite' | 'VideoGame';
  name: string;
  logoPath: string;
  logoAlt: string;
  facts: { years: string } & Record<'role' | 'status' | 'platform' | 'price', string>;
  badges: readonly { text: string; color: BadgeColor }[];
  /** One tab each. */
  texts: readonly { tabName: string; text: string }[];
  /** What one comes for is the first. The tooltip is the text beside its own whose key ends in `Hint`. */
  externalLinks: readonly { text: string; url: string }[];
  /**
   * Screenshots, 16:10, named without width and ending (see the kit's `Picture`); the first leads. One that
   * differs by them has `{language}` and `{theme}` in its name.
   */
  images: readonly { path: string; alt: string; header: string }[];
  /** Whether the puddle can be played on its picture: the first minute of Mud Inc. */
  hasPuddle?: boolean | undefined;
  /** By how many degrees the hue of the background is shifted. */
  colorRotation: number;
}

/** The picture in a language and a theme; a language without pictures of its own has the English ones. */
export function pictureIn(path: string, language: string, theme: Theme): string {
  const drawn = language === 'de' ? 'de' : 'en';
  return path.replace('{language}', drawn).replace('{theme}', theme);
}

const nameless = (name: string) => name.replace(/-\{.*/, '');

/** What has to be said of a project; the rest follows from its slug. */
interface Said extends Pick<Project, 'kind' | 'facts' | 'hasPuddle' | 'colorRotation'> {
  badges: Readonly<Record<string, BadgeColor>>;
  tabs: readonly ('info' | 'tech')[];
  links?: Readonly<Record<string, string>>;
  screenshots: readonly string[];
}

/**
 * The project with this slug: its texts stand below `portfolio.<slug>`, its pictures lie in
 * `resources/<slug>/`.
 */
export function project(slug: string, said: Said): Project {
  const { kind, facts, hasPuddle, colorRotation } = said;
  const own = (key: string) => `portfolio.${slug}.${key}`;
  return {
    slug,
    kind,
    name: own('name'),
    logoPath: `${slug}/logo.svg`,
    logoAlt: own('logo'),
    facts: {
      years: facts.years,
      role: `portfolio.facts.${facts.role}`,
      status: `portfolio.facts.${facts.status}`,
      platform: `portfolio.facts.${facts.platform}`,
      price: `portfolio.facts.${facts.price}`,
    },
    badges: Object.entries(said.badges).map(([name, color]) => ({
      text: `portfolio.badges.${name}`,
      color,
    })),
    texts: said.tabs.map((tab) => ({ tabName: `portfolio.tabs.${tab}`, text: own(tab) })),
    // Without a profile there is nothing its links could lead to.
    externalLinks: Object.entries(said.links ?? {})
      .filter(([, url]) => !url.startsWith('/'))
      .map(([name, url]) => ({ text: own(`links.${name}`), url })),
    images: said.screenshots.map((name) => ({
      path: `${slug}/${name}`,
      alt: own(`images.${nameless(name)}.alt`),
      header: own(`images.${nameless(name)}.caption`),
    })),
    hasPuddle,
    colorRotation,
  };
}
