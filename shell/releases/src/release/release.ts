import { createHash } from 'node:crypto';
import { defaultPage, isBelow } from '@portfolio/contract/pages.ts';
import type { ReleaseRef } from '@portfolio/contract/releases.ts';
import { z } from 'zod';
import { originsSchema } from './origins.ts';

const namePattern = /^(?!constructor$)[a-z][a-z0-9-]{0,40}$/;
const idPattern = /^[0-9a-f]{12}$/;

/** Names of shell and sections, a part of addresses. */
export const releaseName = z.string().regex(namePattern);

/** Derived from the content, so that the same content deployed twice is one release. */
export const releaseId = z.string().regex(idPattern);

/** Whether a release can have this name and id; invented ones are refused without asking the store. */
export function isReleaseRef({ name, id }: { name: string; id: string }): boolean {
  return namePattern.test(name) && idPattern.test(id);
}

const mebibyte = 1024 * 1024;

/** Another person's text without control characters, for terminals and logs. */
export function printable(text: string, most = 100): string {
  return text.slice(0, most).replace(/[^\x20-\x7e]/g, '?');
}

/** What a release may have at most. The site reads all of it into memory, a file at a time. */
export const most = {
  files: 1000,
  /** Of a shell; each stands in the import map of every page. */
  scripts: 50,
  /** Of a section: the one that its page starts with, and those that come late. */
  sectionScripts: 5,
  /** Each is prerendered in every language, and sent when it is published. */
  pages: 100,
  fileBytes: 16 * mebibyte,
  bytes: 128 * mebibyte,
  /** Of its description as JSON. */
  descriptionBytes: mebibyte / 2,
} as const;

const tooLarge = `has more than the ${most.fileBytes.toLocaleString('en')} bytes of a file: make it smaller, or let the owner grant the place it comes from, with "origins": { "media": ["https://…"] } in package.json`;

export const fewerPages = 'take the oldest out, or give them a section of their own';

/** Whether a path leads downwards only, and looks the same as a part of an address. */
function isPlainPath(file: string): boolean {
  return file.length <= 200 && file.split('/').every((part) => plainName.test(part));
}

/** No dot in front, so no `..`; no `%`, `?`, `#` or backslash, which mean something in an address. */
const plainName = /^(?!__proto__$)[\p{L}\p{N}_][\p{L}\p{N}_ .@+()=,~-]*$/u;

const filePath = z.string().refine(isPlainPath, 'is no plain path');

const fileList = z
  .record(
    filePath,
    z.object({
      bytes: z.int().min(0).max(most.fileBytes, tooLarge),
      integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
    }),
  )
  .refine(
    (files) => Object.keys(files).length <= most.files,
    `are more than ${most.files}: leave out what no page shows, or make two sections of it`,
  )
  .refine(
    (files) => Object.keys(files).filter(isScript).length <= most.scripts,
    `have more than ${most.scripts} scripts`,
  )
  .refine(
    (files) => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes,
    `have more than ${most.bytes.toLocaleString('en')} bytes: leave out what no page shows, or make two sections of it`,
  );

const packages = z
  .record(z.string().max(214), z.string().max(100))
  .refine((list) => Object.keys(list).length <= 50, 'are more than 50');

/** Line breaks, and what turns the direction of the words beside it. */
export const unreadable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/), value)
    .refine((list) => Object.keys(list).length <= 24, 'is in more than 24 languages');

/** A line of at most so many characters. */
const line = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest, `is longer than ${longest} characters`)
    .refine((text) => !unreadable.test(text), 'is no line of text');

const pagesBelow = z
  .array(
    z.object({
      path: z.string(),
      title: byLanguage(line(120)),
      description: byLanguage(line(300)),
      date: z.iso.date().optional(),
      tags: byLanguage(z.array(line(40)).max(10)).optional(),
      minutes: byLanguage(z.int().min(1).max(1000)).optional(),
    }),
  )
  .max(most.pages, `are more than ${most.pages}: ${fewerPages}`)
  .refine(
    (pages) => new Set(pages.map(({ path }) => path)).size === pages.length,
    'name one twice',
  );

/** The description of a release, which never changes. */
export const releaseSchema = z
  .object({
    name: releaseName,
    id: releaseId,
    createdAt: z.iso.datetime().max(30),
    /** The commit it was built from, with `+` when the sources differed from it; empty outside git. */
    commit: z.string().regex(/^[0-9a-f]{0,64}\+?$/),
    /** Every file by its path, with its size in bytes and its Subresource Integrity hash. */
    files: fileList,
    /** The path of the script the browser starts with. */
    entry: filePath,
    /** What it needs from the shell: package and range. */
    requires: packages,
    /** Where its page stands in the site. A section that says nothing stands at its own name. */
    page: z
      .object({
        path: z.string().max(200),
        order: z.number(),
        label: z.string().max(200),
        icon: z.string().max(100),
      })
      .optional(),
    pages: pagesBelow.optional(),
    /** What its pages reach beside the site: it was granted when it was released. */
    origins: originsSchema.optional(),
    /** What it offers to the sections: package and version. Only the shell does. */
    provides: packages.optional(),
  })
  .refine(
    ({ name, page, pages = [] }) =>
      pages.every(({ path }) => isBelow((page ?? defaultPage(name)).path, path)),
    { path: ['pages'], message: 'are not all below its own' },
  )
  .refine(
    ({ name, files }) =>
      name === 'shell' || Object.keys(files).filter(isScript).length <= most.sectionScripts,
    { path: ['files'], message: `have more than the ${most.sectionScripts} scripts of a section` },
  )
  .refine(({ entry, files }) => Object.hasOwn(files, entry), {
    path: ['entry'],
    message: 'is none of the files',
  });

export type Release = z.infer<typeof releaseSchema>;

/** Reads a reference; nothing when it is none, so that no address or path can be smuggled in. */
export function parseRef(text: string): ReleaseRef | undefined {
  const [name = '', id = '', ...rest] = text.split('@');
  return rest.length === 0 && isReleaseRef({ name, id }) ? { name, id } : undefined;
}

/** Reads a list of references separated by commas; what is none is left out. */
export function parseRefs(text: string | null): ReleaseRef[] {
  return (text ?? '')
    .split(',')
    .map(parseRef)
    .filter((ref) => ref !== undefined);
}

export function pathOf({ name, page }: Pick<Release, 'name' | 'page'>): string {
  return (page ?? defaultPage(name)).path;
}

/** The address that the files of a release have on the site, with a slash at the end. */
export function releaseBase({ name, id }: ReleaseRef): string {
  return `/releases/${name}/${id}/`;
}

/**
 * Whether a file says which lines of the sources a script was made of. It goes where its release goes,
 * and is sent to no visitor.
 */
export function isSourceMap(file: string): boolean {
  return file.endsWith('.map');
}

/** The file of a shell that its documents are made of; visitors never get it as it is. */
export const templateFile = 'document.html';

/** Whether a file is one of those whose hash stands in the import map. */
function isScript(file: string): boolean {
  return file.endsWith('.mjs');
}

/**
 * The id that belongs to a description: a hash of all that the site believes of it. Without its name,
 * date and commit, so that the same content is the same release.
 */
export function idOf(description: Omit<Release, 'id'> & { id?: string }): string {
  const { name: _name, id: _id, createdAt: _createdAt, commit: _commit, ...hashed } = description;
  return createHash('sha256').update(JSON.stringify(hashed, sorted)).digest('hex').slice(0, 12);
}

/** The same content is always written the same way. */
function sorted(_key: string, value: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
