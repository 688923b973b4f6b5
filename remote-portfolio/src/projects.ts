import { owner, type Theme } from '@portfolio/kit';

/** The portfolio, in the order of the page. */
export const projects: readonly Project[] = [
  project('website', {
    kind: 'WebSite',
    facts: {
      years: '2026',
      role: 'everything',
      status: 'live',
      platform: 'anyBrowser',
      price: 'openSource',
    },
    badges: {
      typescript: 'blue',
      react: 'light-blue',
      rspack: 'orange',
      federation: 'purple',
      express: 'grey',
    },
    tabs: ['info', 'tech'],
    links: {
      code: `${owner.codeProfile}/portfolio`,
      numbers: `${owner.codeProfile}/portfolio/blob/main/shell/bench/result.md`,
    },
    screenshots: ['plan-{language}-{theme}', 'home-{language}-{theme}', 'phone-{language}'],
    colorRotation: 300,
  }),
  project('truffle-trumps', {
    kind: 'VideoGame',
    facts: {
      years: '2024–2025',
      role: 'allButMusic',
      status: 'out',
      platform: 'anyBrowser',
      price: 'free',
    },
    badges: { typescript: 'blue', webSocket: 'purple', node: 'green', canvas: 'orange' },
    tabs: ['info', 'tech'],
    links: {
      play: `${owner.gameProfile}/truffle-trumps`,
      code: `${owner.codeProfile}/truffle-trumps`,
    },
    screenshots: ['title', 'bid', 'trick', 'win'],
    colorRotation: 0,
  }),
  project('mud-inc', {
    kind: 'VideoGame',
    facts: {
      years: '2023',
      role: 'everything',
      status: 'out',
      platform: 'anyBrowser',
      price: 'free',
    },
    badges: { typescript: 'blue', react: 'light-blue', worker: 'yellow', indexedDb: 'green' },
    tabs: ['info'],
    links: { play: `${owner.gameProfile}/mud-inc` },
    screenshots: ['first-puddle', 'swamp-works', 'going-public', 'spa-day'],
    hasPuddle: true,
    colorRotation: 250,
  }),
  project('wall-and-order', {
    kind: 'VideoGame',
    facts: {
      years: '2025–',
      role: 'allButMusic',
      status: 'inDevelopment',
      platform: 'desktopBrowser',
      price: 'notYet',
    },
    badges: { rust: 'orange', webAssembly: 'purple', webGl: 'red', rapier: 'grey' },
    tabs: ['info'],
    screenshots: ['level-select', 'bricklaying', 'passed', 'heap'],
    colorRotation: 185,
  }),
];

/** The picture in a language and a theme; a language without pictures of its own has the English ones. */
export function pictureIn(path: string, language: string, theme: Theme): string {
  const drawn = language === 'de' ? 'de' : 'en';
  return path.replace('{language}', drawn).replace('{theme}', theme);
}

/** A project as the page shows it; every text and every alternative text is a key path. */
export type Project = ReturnType<typeof project>;

/** What has to be said of a project; the rest follows from its slug. */
interface Said {
  /** What search engines call it, by schema.org. */
  kind: 'WebSite' | 'VideoGame';
  facts: Readonly<Record<'years' | 'role' | 'status' | 'platform' | 'price', string>>;
  badges: Readonly<Record<string, keyof typeof badgeColors>>;
  /** A text each. */
  tabs: readonly ('info' | 'tech')[];
  /** What one comes for is the first. Its tooltip is the text beside its own whose key ends in `Hint`. */
  links?: Readonly<Record<string, string>>;
  /**
   * 16:10, named without width and ending (see the kit's `Picture`); the first leads. One that differs
   * by them has `{language}` and `{theme}` in its name.
   */
  screenshots: readonly string[];
  /** Whether the puddle can be played on its picture: the first minute of Mud Inc. */
  hasPuddle?: boolean;
  /** By how many degrees the hue of the background is shifted. */
  colorRotation: number;
}

/**
 * The project with this slug, to which `/portfolio#<slug>` goes: its texts stand below
 * `portfolio.<slug>`, its pictures lie in `resources/<slug>/`.
 */
export function project(slug: string, said: Said) {
  const { kind, facts, badges, tabs, links = {}, screenshots, hasPuddle, colorRotation } = said;
  const own = (key: string) => `portfolio.${slug}.${key}`;
  return {
    slug,
    kind,
    name: own('name'),
    logoPath: `${slug}/logo.svg`,
    logoAlt: own('logo'),
    facts,
    badges: Object.entries(badges).map(([name, color]) => ({
      text: `portfolio.badges.${name}`,
      color,
    })),
    texts: tabs.map((tab) => ({ tabName: `portfolio.tabs.${tab}`, text: own(tab) })),
    // Without a profile there is nothing its links could lead to.
    externalLinks: Object.entries(links)
      .filter(([, url]) => !url.startsWith('/'))
      .map(([name, url]) => ({ text: own(`links.${name}`), url })),
    images: screenshots.map((name) => {
      const words = own(`images.${name.replace(/-\{.*/, '')}`);
      return { path: `${slug}/${name}`, alt: `${words}.alt`, header: `${words}.caption` };
    }),
    hasPuddle,
    colorRotation,
  };
}

/** One hue for each colour; the badge mixes it with the theme's own colours. */
export const badgeColors = {
  blue: '#2f6bff',
  orange: '#f47b16',
  'light-blue': '#12b5e5',
  purple: '#9333ea',
  grey: '#7d8590',
  green: '#1fa05a',
  red: '#e5383b',
  yellow: '#e8b407',
} as const;
