import type { Page } from './page.ts';
import type { Owner } from './shell-parts.ts';

/**
 * What search engines read of the site (schema.org as JSON-LD): what it is, and whose. What a page is
 * about stands in its own markup, by its section.
 */
export function structuredData(page: Page): object {
  const { origin, language, owner, text } = page;
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
  const person = owner ? [{ '@id': ownerId, ...personOf(owner, origin) }] : [];
  return { '@context': 'https://schema.org', '@graph': [site, ...person] };
}

function personOf({ name, phone, email, gameProfile, codeProfile }: Owner, origin: string) {
  return {
    '@type': 'Person',
    name,
    email: `mailto:${email}`,
    ...(phone && { telephone: phone }),
    url: `${origin}/`,
    sameAs: [gameProfile, codeProfile].filter(Boolean),
  };
}
