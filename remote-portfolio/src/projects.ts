import { owner } from '@portfolio/kit';
import type { Project } from './project.ts';

/** The portfolio, in the order of the page. */
export const projects: readonly Project[] = [
  {
    slug: 'website',
    name: 'portfolio.website.name',
    logoPath: 'website/logo.svg',
    logoAlt: 'portfolio.website.logo',
    facts: {
      years: '2026',
      role: 'portfolio.facts.everything',
      status: 'portfolio.facts.live',
      platform: 'portfolio.facts.anyBrowser',
      price: 'portfolio.facts.openSource',
    },
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
      {
        text: 'portfolio.website.links.numbers',
        url: `${owner.codeProfile}/portfolio/blob/main/shell/bench/result.md`,
      },
    ],
    images: [
      {
        path: 'website/home-dark',
        alt: 'portfolio.website.images.homeDark.alt',
        header: 'portfolio.website.images.homeDark.caption',
      },
      {
        path: 'website/home-light',
        alt: 'portfolio.website.images.homeLight.alt',
        header: 'portfolio.website.images.homeLight.caption',
      },
      {
        path: 'website/contact',
        alt: 'portfolio.website.images.contact.alt',
        header: 'portfolio.website.images.contact.caption',
      },
      {
        path: 'website/phone',
        alt: 'portfolio.website.images.phone.alt',
        header: 'portfolio.website.images.phone.caption',
      },
    ],
    colorRotation: 300,
  },
  {
    slug: 'truffle-trumps',
    name: 'portfolio.truffleTrumps.name',
    logoPath: 'truffle-trumps/logo.svg',
    logoAlt: 'portfolio.truffleTrumps.logo',
    facts: {
      years: '2024–2025',
      role: 'portfolio.facts.allButMusic',
      status: 'portfolio.facts.out',
      platform: 'portfolio.facts.anyBrowser',
      price: 'portfolio.facts.free',
    },
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
      {
        path: 'truffle-trumps/title',
        alt: 'portfolio.truffleTrumps.images.title.alt',
        header: 'portfolio.truffleTrumps.images.title.caption',
      },
      {
        path: 'truffle-trumps/bid',
        alt: 'portfolio.truffleTrumps.images.bid.alt',
        header: 'portfolio.truffleTrumps.images.bid.caption',
      },
      {
        path: 'truffle-trumps/trick',
        alt: 'portfolio.truffleTrumps.images.trick.alt',
        header: 'portfolio.truffleTrumps.images.trick.caption',
      },
      {
        path: 'truffle-trumps/win',
        alt: 'portfolio.truffleTrumps.images.win.alt',
        header: 'portfolio.truffleTrumps.images.win.caption',
      },
    ],
    colorRotation: 0,
  },
  {
    slug: 'mud-inc',
    name: 'portfolio.mudInc.name',
    logoPath: 'mud-inc/logo.svg',
    logoAlt: 'portfolio.mudInc.logo',
    facts: {
      years: '2023',
      role: 'portfolio.facts.everything',
      status: 'portfolio.facts.out',
      platform: 'portfolio.facts.anyBrowser',
      price: 'portfolio.facts.free',
    },
    badges: [
      { text: 'portfolio.badges.typescript', color: 'blue' },
      { text: 'portfolio.badges.react', color: 'light-blue' },
      { text: 'portfolio.badges.worker', color: 'yellow' },
      { text: 'portfolio.badges.indexedDb', color: 'green' },
    ],
    texts: [{ tabName: 'portfolio.tabs.info', text: 'portfolio.mudInc.info' }],
    externalLinks: [{ text: 'portfolio.mudInc.links.play', url: `${owner.gameProfile}/mud-inc` }],
    images: [
      {
        path: 'mud-inc/first-puddle',
        alt: 'portfolio.mudInc.images.firstPuddle.alt',
        header: 'portfolio.mudInc.images.firstPuddle.caption',
      },
      {
        path: 'mud-inc/swamp-works',
        alt: 'portfolio.mudInc.images.swampWorks.alt',
        header: 'portfolio.mudInc.images.swampWorks.caption',
      },
      {
        path: 'mud-inc/going-public',
        alt: 'portfolio.mudInc.images.goingPublic.alt',
        header: 'portfolio.mudInc.images.goingPublic.caption',
      },
      {
        path: 'mud-inc/spa-day',
        alt: 'portfolio.mudInc.images.spaDay.alt',
        header: 'portfolio.mudInc.images.spaDay.caption',
      },
    ],
    colorRotation: 250,
  },
  {
    slug: 'wall-and-order',
    name: 'portfolio.wallAndOrder.name',
    logoPath: 'wall-and-order/logo.svg',
    logoAlt: 'portfolio.wallAndOrder.logo',
    facts: {
      years: '2025–',
      role: 'portfolio.facts.allButMusic',
      status: 'portfolio.facts.inDevelopment',
      platform: 'portfolio.facts.desktopBrowser',
      price: 'portfolio.facts.notYet',
    },
    badges: [
      { text: 'portfolio.badges.rust', color: 'orange' },
      { text: 'portfolio.badges.webAssembly', color: 'purple' },
      { text: 'portfolio.badges.webGl', color: 'red' },
      { text: 'portfolio.badges.rapier', color: 'grey' },
    ],
    texts: [{ tabName: 'portfolio.tabs.info', text: 'portfolio.wallAndOrder.info' }],
    externalLinks: [],
    images: [
      {
        path: 'wall-and-order/level-select',
        alt: 'portfolio.wallAndOrder.images.levelSelect.alt',
        header: 'portfolio.wallAndOrder.images.levelSelect.caption',
      },
      {
        path: 'wall-and-order/bricklaying',
        alt: 'portfolio.wallAndOrder.images.bricklaying.alt',
        header: 'portfolio.wallAndOrder.images.bricklaying.caption',
      },
      {
        path: 'wall-and-order/passed',
        alt: 'portfolio.wallAndOrder.images.passed.alt',
        header: 'portfolio.wallAndOrder.images.passed.caption',
      },
      {
        path: 'wall-and-order/heap',
        alt: 'portfolio.wallAndOrder.images.heap.alt',
        header: 'portfolio.wallAndOrder.images.heap.caption',
      },
    ],
    colorRotation: 185,
  },
];
