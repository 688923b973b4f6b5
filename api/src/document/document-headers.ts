import { createHash } from 'node:crypto';
import type { Origins } from '@portfolio/releases/release/origins.ts';

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
export function contentPolicy({ scripts, styles }: Inline, granted: Origins = {}): string {
  const { connect = [], frame = [], img = [], media = [] } = granted;
  const directives = {
    'default-src': [none],
    'script-src': [self, ...scripts.map(sourceOf)],
    'style-src': [...styles, ''].map(sourceOf),
    'img-src': [self, ...img],
    'font-src': [self],
    'connect-src': [self, ...connect],
    ...(frame.length > 0 ? { 'frame-src': frame } : {}),
    ...(media.length > 0 ? { 'media-src': media } : {}),
    'manifest-src': [self],
    'base-uri': [none],
    'form-action': [self],
    'frame-ancestors': [none],
    // No script makes code or markup of a string.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [none],
  };
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

/** The headers that guard a document beside its content policy and what guards every answer. */
export function guardingHeaders({
  isHttps,
  granted = {},
}: {
  isHttps: boolean;
  granted?: Origins;
}) {
  return {
    ...(granted.frame ? { 'Permissions-Policy': withheld } : {}),
    // Other sites' pages cannot take the document into their own process and read it there.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Other sites learn that a visitor comes from here, but neither from which page nor its query.
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Once visited by HTTPS, a network on the way cannot answer in the site's place by plain HTTP.
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** A script without a hash in the import map is refused: integrity is closed by default. */
export const integrityPolicy = { 'Integrity-Policy': 'blocked-destinations=(script)' };
