import type { TextTree } from '../locales/merge-texts.ts';
import { lookUp } from './look-up.ts';
import type { Owner } from './owner.ts';
import { pageAddress } from './site-address.ts';

interface Subject {
  origin: string;
  language: string;
  texts: TextTree | undefined;
  owner: Owner | undefined;
  page: { path: string; section: string };
}

/** What search engines read about the page (schema.org as JSON-LD): site, owner and games. */
export function structuredData({ origin, language, texts, owner, page }: Subject): object {
  const ownerId = `${origin}/#owner`;
  const author = owner ? { author: { '@id': ownerId } } : {};
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: lookUp(texts, 'site.title'),
    description: lookUp(texts, 'site.description'),
    inLanguage: language,
    ...author,
  };
  const games = gamesOf(texts, page.section).map((game) => ({
    '@type': 'VideoGame',
    ...game,
    url: pageAddress(origin, page.path),
    inLanguage: language,
    ...author,
  }));
  const person = owner ? [{ '@id': ownerId, ...personOf(owner, origin) }] : [];
  return { '@context': 'https://schema.org', '@graph': [site, ...person, ...games] };
}

function personOf({ name, phone, email, gameProfile, codeProfile }: Owner, origin: string) {
  return {
    '@type': 'Person',
    name,
    email: `mailto:${email}`,
    telephone: phone,
    url: `${origin}/`,
    sameAs: [gameProfile, codeProfile],
  };
}

/**
 * The games a section says it has: each key of its `document.games` with a description, while the
 * name is the one the page shows.
 */
function gamesOf(texts: TextTree | undefined, section: string) {
  const { document } = (texts?.[section] ?? {}) as { document?: { games?: TextTree } };
  return Object.keys(document?.games ?? {}).map((game) => ({
    name: lookUp(texts, `${section}.${game}.name`),
    description: lookUp(texts, `${section}.document.games.${game}`),
  }));
}
