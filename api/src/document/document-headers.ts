import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Parts } from '../parts.ts';

const self = "'self'";
const none = "'none'";

/**
 * The content security policy of a document: only the site's own resources, and those of CONNECT_ORIGINS: all
 * sections share an origin, so all documents have one policy. Inline scripts and styles are allowed by hash, so that
 * equal documents have equal headers. styled-components appends an empty style and fills it by `insertRule`, which
 * policies ignore.
 */
function contentPolicy(html: string, origins: readonly string[]): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': [none],
    'script-src': [self, ...inlineOf('script', html).map(sourceOf)],
    'style-src-elem': [...inlineOf('style', html), ''].map(sourceOf),
    // Allows React's `style={{…}}` in prerendered pages: an attribute styles only its own element.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': [self, ...origins],
    'font-src': [self],
    'connect-src': [self, ...origins],
    'manifest-src': [self],
    'base-uri': [none],
    'form-action': [self],
    'frame-ancestors': [none],
    // Scripts cannot make code or markup of a string.
    'require-trusted-types-for': ["'script'"],
    // The shell's own: a worker is made from a script of a release, and from nothing else.
    'trusted-types': ['default'],
  };
  if (origins.length > 0) Object.assign(directives, { 'frame-src': origins, 'media-src': origins });
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join(';');
}

/** The inline scripts or styles of a document, import maps included; JSON is only data. */
function inlineOf(kind: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs);
  return [...elements].flatMap(([, tag, attributes = '', content = '']) => {
    const isData = /\btype="application\/json"|\ssrc=/.test(attributes);
    return tag === kind && !isData ? [content] : [];
  });
}

function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** The headers of a document, whose scripts and styles are those of `html`. */
export function documentHeaders(
  html: string,
  { store, origin, devServers }: Pick<Parts, 'store' | 'origin' | 'devServers'>,
): OutgoingHttpHeaders {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  };
  // Development servers run scripts of their own.
  if (devServers) return headers;
  const guarded: OutgoingHttpHeaders = {
    ...headers,
    'Content-Security-Policy': contentPolicy(html, store.connectOrigins),
    // Pages of other sites cannot load the document into their own process.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Other sites get the origin of a link, but neither its path nor its query.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  // After a visit by HTTPS no network can impersonate the site by plain HTTP. `includeSubDomains` is left to
  // the owner's proxy, as subdomains may have no HTTPS.
  if (/^https/.test(origin())) guarded['Strict-Transport-Security'] = 'max-age=31536000';
  return guarded;
}
