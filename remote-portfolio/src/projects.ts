import { owner } from '@portfolio/kit';
import type { Project } from './project.ts';

/** The portfolio, in the order of the page. */
export const projects: readonly Project[] = [
  {
    name: 'portfolio.website.name',
    logoPath: 'website/logo.svg',
    logoAlt: 'portfolio.website.logo',
    badges: [
      { text: 'portfolio.badges.typescript', color: 'blue' },
      { text: 'portfolio.badges.react', color: 'light-blue' },
      { text: 'portfolio.badges.rspack', color: 'orange' },
      { text: 'portfolio.badges.federation', color: 'purple' },
      { text: 'portfolio.badges.express', color: 'grey' },
    ],
    texts: [
      { tabName: 'portfolio.tabs.info', text: 'portfolio.website.info' },
      { tabName: 'portfolio.tabs.tech', text: 'portfolio.website.tech' },
    ],
    externalLinks: [
      { text: 'portfolio.website.links.code', url: `${owner.codeProfile}/portfolio` },
    ],
    images: [
      { path: 'website/home-dark', alt: 'portfolio.website.images.homeDark' },
      { path: 'website/home-light', alt: 'portfolio.website.images.homeLight' },
      { path: 'website/contact', alt: 'portfolio.website.images.contact' },
      { path: 'website/phone', alt: 'portfolio.website.images.phone' },
    ],
    colorRotation: 300,
  },
  {
    name: 'portfolio.truffleTrumps.name',
    logoPath: 'truffle-trumps/logo.svg',
    logoAlt: 'portfolio.truffleTrumps.logo',
    badges: [
      { text: 'portfolio.badges.typescript', color: 'blue' },
      { text: 'portfolio.badges.webSocket', color: 'purple' },
      { text: 'portfolio.badges.node', color: 'green' },
      { text: 'portfolio.badges.canvas', color: 'orange' },
    ],
    texts: [
      { tabName: 'portfolio.tabs.info', text: 'portfolio.truffleTrumps.info' },
      { tabName: 'portfolio.tabs.tech', text: 'portfolio.truffleTrumps.tech' },
    ],
    externalLinks: [
      { text: 'portfolio.truffleTrumps.links.play', url: `${owner.gameProfile}/truffle-trumps` },
      { text: 'portfolio.truffleTrumps.links.code', url: `${owner.codeProfile}/truffle-trumps` },
    ],
    images: [
      { path: 'truffle-trumps/title', alt: 'portfolio.truffleTrumps.images.title' },
      { path: 'truffle-trumps/bid', alt: 'portfolio.truffleTrumps.images.bid' },
      { path: 'truffle-trumps/trick', alt: 'portfolio.truffleTrumps.images.trick' },
      { path: 'truffle-trumps/win', alt: 'portfolio.truffleTrumps.images.win' },
    ],
    colorRotation: 0,
  },
  {
    name: 'portfolio.mudInc.name',
    logoPath: 'mud-inc/logo.svg',
    logoAlt: 'portfolio.mudInc.logo',
    badges: [
      { text: 'portfolio.badges.typescript', color: 'blue' },
      { text: 'portfolio.badges.react', color: 'light-blue' },
      { text: 'portfolio.badges.worker', color: 'yellow' },
      { text: 'portfolio.badges.indexedDb', color: 'green' },
    ],
    texts: [{ tabName: 'portfolio.tabs.info', text: 'portfolio.mudInc.info' }],
    externalLinks: [{ text: 'portfolio.mudInc.links.play', url: `${owner.gameProfile}/mud-inc` }],
    images: [
      { path: 'mud-inc/first-puddle', alt: 'portfolio.mudInc.images.firstPuddle' },
      { path: 'mud-inc/swamp-works', alt: 'portfolio.mudInc.images.swampWorks' },
      { path: 'mud-inc/going-public', alt: 'portfolio.mudInc.images.goingPublic' },
      { path: 'mud-inc/spa-day', alt: 'portfolio.mudInc.images.spaDay' },
    ],
    colorRotation: 250,
  },
  {
    name: 'portfolio.wallAndOrder.name',
    logoPath: 'wall-and-order/logo.svg',
    logoAlt: 'portfolio.wallAndOrder.logo',
    badges: [
      { text: 'portfolio.badges.rust', color: 'orange' },
      { text: 'portfolio.badges.webAssembly', color: 'purple' },
      { text: 'portfolio.badges.webGl', color: 'red' },
      { text: 'portfolio.badges.rapier', color: 'grey' },
    ],
    texts: [{ tabName: 'portfolio.tabs.info', text: 'portfolio.wallAndOrder.info' }],
    externalLinks: [],
    images: [
      { path: 'wall-and-order/level-select', alt: 'portfolio.wallAndOrder.images.levelSelect' },
      { path: 'wall-and-order/bricklaying', alt: 'portfolio.wallAndOrder.images.bricklaying' },
      { path: 'wall-and-order/passed', alt: 'portfolio.wallAndOrder.images.passed' },
      { path: 'wall-and-order/heap', alt: 'portfolio.wallAndOrder.images.heap' },
    ],
    colorRotation: 185,
  },
];
