import { type GalleryImage, owner } from '@portfolio/kit';

/** The portfolio, in the order of the page. */
export const projects: readonly Project[] = [
  project('website', {
    kind: 'WebSite',
    badges: {
      typescript: 'blue',
      react: 'light-blue',
      rspack: 'orange',
      federation: 'purple',
      express: 'grey',
    },
    tabs: ['info', 'tech'],
    links: {
      code: '{repository}',
      numbers: '{repository}/blob/main/shell/bench/result.md',
    },
    logo: 'website/logo.svg',
    screenshots: [
      'website/plan-{language}-{theme}',
      'website/home-{language}-{theme}',
      'website/phone-{language}',
    ],
    sketch: 'website/plan-sketch-{language}',
    colorRotation: 300,
  }),
  project('truffle-trumps', {
    kind: 'VideoGame',
    badges: { typescript: 'blue', webSocket: 'purple', node: 'green', canvas: 'orange' },
    tabs: ['info', 'tech'],
    links: {
      play: 'https://rubin-schwein.itch.io/truffle-trumps',
      code: 'https://github.com/rubin-schwein/truffle-trumps',
    },
    logo: 'truffle-trumps/logo.svg',
    screenshots: [
      'truffle-trumps/title',
      'truffle-trumps/bid',
      'truffle-trumps/trick',
      'truffle-trumps/win',
    ],
    sketch: 'truffle-trumps/title-sketch',
    colorRotation: 0,
  }),
  project('mud-inc', {
    kind: 'VideoGame',
    badges: { typescript: 'blue', react: 'light-blue', worker: 'yellow', indexedDb: 'green' },
    tabs: ['info'],
    links: { play: 'https://rubin-schwein.itch.io/mud-inc' },
    logo: 'mud-inc/logo.svg',
    screenshots: [
      'mud-inc/first-puddle',
      'mud-inc/swamp-works',
      'mud-inc/going-public',
      'mud-inc/spa-day',
    ],
    puddle: 'mud-inc/mascot.svg',
    sketch: 'mud-inc/first-puddle-sketch',
    colorRotation: 250,
  }),
  project('wall-and-order', {
    kind: 'VideoGame',
    badges: { rust: 'orange', webAssembly: 'purple', webGl: 'red', rapier: 'grey' },
    tabs: ['info'],
    logo: 'wall-and-order/logo.svg',
    screenshots: [
      'wall-and-order/level-select',
      'wall-and-order/bricklaying',
      'wall-and-order/passed',
      'wall-and-order/heap',
    ],
    sketch: 'wall-and-order/level-select-sketch',
    colorRotation: 185,
  }),
];

/** The languages in which a picture with `{language}` in its name is drawn; all others see the first. */
const drawnLanguages = ['en', 'de'];

/** The picture in a language and a theme. */
export function pictureIn(path: string, language: string, theme: 'dark' | 'light'): string {
  const drawn = drawnLanguages.includes(language) ? language : (drawnLanguages[0] ?? '');
  return path.replace('{language}', drawn).replace('{theme}', theme);
}

/** A screenshot in a language, with its picture in each theme. */
export function screenshotIn(
  { path, alt, header }: Project['images'][number],
  language: string,
): GalleryImage {
  const day = pictureIn(path, language, 'light');
  const night = pictureIn(path, language, 'dark');
  const image: GalleryImage = { alt, header, path: day, width: 1600, height: 1000 };
  if (night !== day) image.darkPath = night;
  return image;
}

/** A project as the page shows it; every text and every alternative text is a key path. */
export type Project = ReturnType<typeof project>;

/** What has to be said of a project; the rest follows from its slug. */
interface Said {
  /** What search engines call it: a creative work of schema.org, such as `WebSite` or `Photograph`. */
  kind: string;
  badges: Readonly<Record<string, keyof typeof badgeColors>>;
  /** A text each. */
  tabs: readonly ('info' | 'tech')[];
  /**
   * What one comes for is the first. Its tooltip is the text beside its own whose key ends in `Hint`. One below
   * `{repository}`, the sources of this site, is there where the owner has published those.
   */
  links?: Readonly<Record<string, string>>;
  /** Its picture in `resources/`, 512 by 512. Paths are written out: a deploy checks that each is there. */
  logo: string;
  /**
   * 16:10, named by their paths without width and ending (see the kit's `Picture`); the first leads. One that differs
   * by them has `{language}` and `{theme}` in its name.
   */
  screenshots: readonly string[];
  /** Who lies in the puddle that can be played on its picture, the first minute of a game. */
  puddle?: string;
  /** The sketch of the first screenshot, for a project with a story: `posts/<slug>.<language>.md`. */
  sketch?: string;
  /** By how many degrees the hue of the background is shifted. */
  colorRotation: number;
}

/**
 * The project with this slug, to which `/portfolio#<slug>` goes: its texts stand below `portfolio.<slug>`. Where it
 * has a sketch, its story is at `/portfolio/<slug>`.
 */
export function project(slug: string, said: Said) {
  const { kind, badges, tabs, links = {}, logo, screenshots, puddle, sketch, colorRotation } = said;
  const own = (key: string) => `portfolio.${slug}.${key}`;
  return {
    slug,
    kind,
    name: own('name'),
    logoPath: logo,
    logoAlt: own('logo'),
    facts: own('facts'),
    badges: Object.entries(badges).map(([name, color]) => ({
      text: `portfolio.badges.${name}`,
      color,
    })),
    texts: tabs.map((tab) => ({ tabName: `portfolio.tabs.${tab}`, text: own(tab) })),
    externalLinks: Object.entries(links)
      .filter(([, url]) => owner.repository || !url.startsWith('{repository}'))
      .map(([name, url]) => ({
        text: own(`links.${name}`),
        url: url.replace('{repository}', owner.repository),
      })),
    images: screenshots.map((path) => {
      const words = own(`images.${path.replace(/^.*\/|-\{.*/g, '')}`);
      return { path, alt: `${words}.alt`, header: `${words}.caption` };
    }),
    puddle,
    story:
      sketch === undefined ? undefined : { sketch, number: own('number'), counted: own('counted') },
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
