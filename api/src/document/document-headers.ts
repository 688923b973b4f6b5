import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Origins } from '@portfolio/releases/release/origins.ts';
import { guards } from '../http/send.ts';

/** The contents of a document's inline scripts and styles. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

const self = "'self'";
const none = "'none'";

/**
 * The content policy of a document: nothing runs, loads or frames that the site did not write itself,
 * but from the origins that the owner granted the site's sections.
 * What stands in the document is allowed by its hash, so that equal documents have equal headers.
 * styled-components appends an empty style and fills it by `insertRule`, which no policy counts.
 */
function contentPolicy({ scripts, styles }: Inline, granted: Origins): string {
  const { connect = [], frame = [], img = [], media = [] } = granted;
  const directives: Record<string, readonly string[]> = {
    'default-src': [none],
    'script-src': [self, ...scripts.map(sourceOf)],
    'style-src': [...styles, ''].map(sourceOf),
    'img-src': [self, ...img],
    'font-src': [self],
    'connect-src': [self, ...connect],
    'manifest-src': [self],
    'base-uri': [none],
    'form-action': [self],
    'frame-ancestors': [none],
    // No script makes code or markup of a string.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [none],
  };
  if (frame.length > 0) directives['frame-src'] = frame;
  if (media.length > 0) directives['media-src'] = media;
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join(';');
}

/** A script or style by its content. */
function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

/** Features that frames of other origins never get. */
const withheld = 'camera display-capture geolocation hid microphone midi payment serial usb'
  .split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Under what a document is served. */
interface DocumentSite {
  granted?: Origins | undefined;
  isHttps: boolean;
  /** Development servers are other origins, so nothing is refused. */
  isDevelopment: boolean;
}

/** The headers of a document with these scripts and styles. */
export function documentHeaders(
  inline: Inline,
  { granted = {}, isHttps, isDevelopment }: DocumentSite,
): OutgoingHttpHeaders {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Language, Cookie, Accept-Encoding',
  };
  if (isDevelopment) return headers;
  const guarded: OutgoingHttpHeaders = {
    ...guards,
    ...headers,
    'Content-Security-Policy': contentPolicy(inline, granted),
    // Other sites' pages cannot take the document into their own process and read it there.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Other sites learn that a visitor comes from here, but neither from which page nor its query.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  };
  if (granted.frame) guarded['Permissions-Policy'] = withheld;
  // Once visited by HTTPS, a network on the way cannot answer in the site's place by plain HTTP. Other names
  // of the domain may be without HTTPS: they are the owner's to include, in front of the site.
  if (isHttps) guarded['Strict-Transport-Security'] = 'max-age=31536000';
  return guarded;
}

/** A script without a hash in the import map is refused: integrity is closed by default. */
export const integrityPolicy = { 'Integrity-Policy': 'blocked-destinations=(script)' };
