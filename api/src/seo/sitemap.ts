import { type LiveSet, pagesOfSection } from '@portfolio/releases/live/live-set.ts';
import { escapeHtml } from '../document/escape.ts';
import { pageAddress } from '../http/read-request.ts';

/** `sitemap.xml`: the live pages, each in every language and with the addresses of the others. */
export function sitemap(origin: string, set: LiveSet, languages: readonly string[]): string {
  const choices = [undefined, ...languages];
  const all = set.pages.flatMap((own) => pagesOfSection(set, own));
  const pages = all.flatMap(({ path, section }) => {
    const alternates = choices.map((language) => {
      const address = escapeHtml(pageAddress(origin, path, language));
      return `<xhtml:link rel="alternate" hreflang="${language ?? 'x-default'}" href="${address}"/>`;
    });
    const changed = lastChange(set, section);
    return choices.map((language) => {
      const address = escapeHtml(pageAddress(origin, path, language));
      return `<url><loc>${address}</loc><lastmod>${changed}</lastmod>${alternates.join('')}</url>`;
    });
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    '</urlset>\n',
  ].join('\n');
}

/** A page is as old as its section's live release; the shell around it does not count. */
function lastChange({ shell, sections }: LiveSet, section: string): string {
  const { createdAt } = sections[section]?.[0] ?? shell;
  return createdAt.slice(0, 10);
}
