import type { TextTree } from '@portfolio/contract';
import { pageAddress } from '../http/site-address.ts';
import type { Page } from './page.ts';
import type { Owner } from './shell-parts.ts';

/** What search engines read about the page (schema.org as JSON-LD): site, owner and games. */
export function structuredData(page: Page): object {
  const { origin, language, owner, entry, text } = page;
  const ownerId = `${origin}/#owner`;
  const author = owner ? { author: { '@id': ownerId } } : {};
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#site`,
    url: `${origin}/`,
    name: text('site.title'),
    description: text('site.description'),
    inLanguage: language,
    ...author,
  };
  const games = gamesOf(page).map((game) => ({
    '@type': 'VideoGame',
    ...game,
    url: pageAddress(origin, entry?.path ?? ''),
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
function gamesOf({ texts, language, section = '', text }: Page) {
  const { document } = (texts.get(language)?.tree[section] ?? {}) as {
    document?: { games?: TextTree };
  };
  return Object.keys(document?.games ?? {}).map((game) => ({
    name: text(`${section}.${game}.name`),
    description: text(`${section}.document.games.${game}`),
  }));
}
