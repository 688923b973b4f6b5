const mebibyte = 1024 * 1024;

/** The bounds of a release, which is in memory once as a whole. */
export const releaseLimits = {
  files: 1000,
  /** Scripts of a shell; the import map of every page has them. */
  scripts: 50,
  /** Scripts of a section: the entry and late parts. */
  sectionScripts: 5,
  /** Pages below a section's own; each is prerendered in every language and sent. */
  pages: 100,
  fileBytes: 16 * mebibyte,
  /** All files, unless the owner allows more (UPLOAD_BYTES), and at most. */
  usualBytes: 32 * mebibyte,
  bytes: 128 * mebibyte,
  /** The description as JSON. */
  descriptionBytes: mebibyte / 2,
} as const;

/** What is wrong with a file of too many bytes, and what to do. */
export const tooLarge = `has more than the ${count(releaseLimits.fileBytes)} bytes of a file: make it smaller, or load it from another place, which "origins" in package.json names`;

/** What to do about too many pages. */
export const fewerPages = 'take the oldest out, or give them a section of their own';

export function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
