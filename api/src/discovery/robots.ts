/** `robots.txt`: all of it may be read, also the texts and scripts a page is made of. */
export function robots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}
