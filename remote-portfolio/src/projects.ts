import { owner } from '@portfolio/kit';
import { type Project, project } from './project.ts';

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
