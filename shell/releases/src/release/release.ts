import { createHash } from 'node:crypto';
import { languageTag } from '@portfolio/contract/texts.ts';
import { z } from 'zod';

const mebibyte = 1024 * 1024;

/** The bounds of a release, which is in memory once as a whole. */
export const releaseLimits = {
  files: 1000,
  /** Scripts of a section, the entry and late parts: the import map of every page has them. */
  sectionScripts: 5,
  /** Pages below a section's own; each is prerendered in every language and sent. */
  pages: 100,
  fileBytes: 16 * mebibyte,
  /** All files of an upload, unless UPLOAD_BYTES allows more, and all those of any release. */
  uploadBytes: 32 * mebibyte,
  bytes: 128 * mebibyte,
  /** The description as JSON. */
  descriptionBytes: mebibyte / 2,
} as const;

/** What is wrong with a file of too many bytes, and what to do. */
const tooLarge = `has more than the ${formatNumber(releaseLimits.fileBytes)} bytes of a file: make it smaller, or load it from another place, which "origins" in package.json names`;

export function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

const namePattern = /^(?!constructor$)[a-z][a-z0-9-]{0,40}$/;
const idPattern = /^[0-9a-f]{12}$/;

/** The name of the shell or a section, which is part of addresses. */
export const releaseName = z.string().regex(namePattern);

/** Whether name and id are valid, so that invented ones do not reach the store. */
export function isReleaseRef({ name, id }: { name: string; id: string }): boolean {
  return namePattern.test(name) && idPattern.test(id);
}

/** Untrusted text without control characters, for terminals and logs. */
export function printable(text: string, most = 100): string {
  return text.slice(0, most).replace(/[^\x20-\x7e]/g, '?');
}

/** Whether a path stays in its folder, and is equal as part of an address. */
export function isPlainPath(file: string): boolean {
  return file.length <= 200 && file.split('/').every((part) => plainName.test(part));
}

/** A name without a leading dot, and without `%`, `?`, `#` and backslash, which have a meaning in addresses. */
const plainName = /^(?!__proto__$)[\p{L}\p{N}_][\p{L}\p{N}_ .@+()=,~-]*$/u;

const filePath = z.string().refine(isPlainPath, 'is no plain path');

const fileList = z
  .record(
    filePath,
    z.object({
      bytes: z.int().min(0).max(releaseLimits.fileBytes, tooLarge),
      integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
    }),
  )
  .refine(
    (files) => Object.keys(files).length <= releaseLimits.files,
    `are more than ${releaseLimits.files}: leave out what no page shows, or make two sections of it`,
  )
  .refine(
    (files) => bytesOf({ files }) <= releaseLimits.bytes,
    `have more than ${formatNumber(releaseLimits.bytes)} bytes: leave out what no page shows`,
  );

const packages = z
  .record(z.string().max(214), z.string().max(100))
  .refine((list) => Object.keys(list).length <= 50, 'are more than 50');

/** Control characters, line breaks, direction marks, and what XML forbids. */
export const unreadable =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;

const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(languageTag), value)
    .refine((list) => Object.keys(list).length <= 24, 'is in more than 24 languages');

const line = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest, `is longer than ${longest} characters`)
    .refine((text) => !unreadable.test(text), 'is no line of text');

const pagePath = z
  .string()
  .max(100)
  .regex(
    /^(?!\/(?:api|releases|healthz)(?:\/|$))(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,4}$/,
    'is no path of a page: it is like /blog, of small letters, digits and dashes, and the site answers what begins with /api, /releases or /healthz itself',
  );

/** The page of a section; its label is the key of a text. */
export const pageSchema = z.object({
  path: pagePath,
  order: z.int().min(0).max(1000),
  label: line(100),
  icon: line(100),
});

const pagesBelow = z
  .array(
    z.object({
      path: pagePath,
      title: byLanguage(line(120)),
      description: byLanguage(line(300)),
      date: z.iso.date().optional(),
      tags: byLanguage(z.array(line(40)).max(10)).optional(),
      minutes: byLanguage(z.int().min(1).max(1000)).optional(),
    }),
  )
  .max(
    releaseLimits.pages,
    `are more than ${releaseLimits.pages}: take the oldest out, or give them a section of their own`,
  )
  .refine(
    (pages) => new Set(pages.map(({ path }) => path)).size === pages.length,
    'name one twice',
  );

/** Twelve of the longest origins stay below the bounds of proxies for headers. */
const mostOrigins = 12;

/** Such a text cannot end a directive or start another source. */
const originPattern =
  /^(https:\/\/[a-z0-9.-]{1,100}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

const origin = z
  .string()
  .refine(
    (text) => originPattern.test(text) && URL.parse(text)?.origin === text,
    'must be whole origins such as https://api.example.com, without a path or a wildcard (http:// for localhost alone)',
  );

/** Other origins that pages call, frame or show. */
export const originsSchema = z
  .array(origin)
  .max(mostOrigins, `must be no more than ${mostOrigins} origins`);

/** The description of a release, which never changes. */
export const releaseSchema = z
  .object({
    name: releaseName,
    /** A hash of the content, so that equal content makes one release. */
    id: z.string().regex(idPattern),
    createdAt: z.iso.datetime().max(30),
    /** The commit of the sources, with `+` after changes; empty outside git. */
    commit: z.string().regex(/^[0-9a-f]{0,64}\+?$/),
    files: fileList,
    /** The path of the script that the browser starts with. */
    entry: filePath,
    /** The ranges of packages that the shell has to provide. */
    requires: packages,
    /** Of a section alone. */
    page: pageSchema.optional(),
    pages: pagesBelow.optional(),
    /** The origins that its pages request. */
    origins: originsSchema.optional(),
    /** The versions of packages that a shell provides. */
    provides: packages.optional(),
  })
  .refine(({ name, page }) => name === 'shell' || page, { path: ['page'], message: 'is missing' })
  .refine(({ page, pages = [] }) => pages.every(({ path }) => path.startsWith(`${page?.path}/`)), {
    path: ['pages'],
    message: 'are not all below its own',
  })
  .refine(
    ({ name, files }) =>
      name === 'shell' ||
      Object.keys(files).filter((file) => file.endsWith('.mjs')).length <=
        releaseLimits.sectionScripts,
    {
      path: ['files'],
      message: `have more than the ${releaseLimits.sectionScripts} scripts of a section`,
    },
  )
  .refine(({ entry, files }) => Object.hasOwn(files, entry), {
    path: ['entry'],
    message: 'is none of the files',
  });

export type Release = z.infer<typeof releaseSchema>;

/** Identifies a release, written `home@0123456789ab`. */
export type ReleaseRef = Pick<Release, 'name' | 'id'>;

/** Writes a reference, such as `home@0123456789ab`. */
export function formatRef({ name, id }: ReleaseRef): string {
  return `${name}@${id}`;
}

/** Parses a reference; undefined for an invalid one, such as a path. */
export function parseRef(text: string): ReleaseRef | undefined {
  const [name = '', id = '', ...rest] = text.split('@');
  return rest.length === 0 && isReleaseRef({ name, id }) ? { name, id } : undefined;
}

/** Parses references separated by commas, one of each name, without invalid ones. */
export function parseRefs(text: string | null): ReleaseRef[] {
  const refs = (text ?? '').split(',').flatMap((each) => parseRef(each) ?? []);
  return [...new Map(refs.map((ref) => [ref.name, ref])).values()];
}

/** The path of a section's page; the shell is seen around any. */
export function pathOf({ page }: Pick<Release, 'page'>): string {
  return page?.path ?? '/home';
}

/** A file's Subresource Integrity hash, and its size in bytes. */
export type FileRef = Release['files'][string];

/** Describes a content, which is hashed outside the event loop. */
export async function describeContent(content: Uint8Array): Promise<FileRef> {
  const hash = await crypto.subtle.digest('SHA-384', content as Uint8Array<ArrayBuffer>);
  return { bytes: content.length, integrity: `sha384-${Buffer.from(hash).toString('base64')}` };
}

/** The bytes of all files of a release. */
export function bytesOf({ files }: { files: Record<string, { bytes: number }> }): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The address of a release's files, with a slash at the end. */
export function releaseBase({ name, id }: ReleaseRef): string {
  return `/releases/${name}/${id}/`;
}

/** Whether a file is a source map, which belongs to the release, but is not sent to visitors. */
export function isSourceMap(file: string): boolean {
  return file.endsWith('.map');
}

/** The template of a shell's documents. */
export const templateFile = 'document.html';

/** The id of a description: a hash without name, date and commit, so that equal content makes one release. */
export function idOf(description: Omit<Release, 'id'> & { id?: string }): string {
  const { name: _name, id: _id, createdAt: _createdAt, commit: _commit, ...hashed } = description;
  return createHash('sha256').update(JSON.stringify(hashed, sorted)).digest('hex').slice(0, 12);
}

/** Sorts keys, so that equal content makes equal JSON. */
function sorted(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
