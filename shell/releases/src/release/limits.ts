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
export const tooLarge = `has more than the ${releaseLimits.fileBytes.toLocaleString('en')} bytes of a file: make it smaller, or load it from another place, which "origins" in package.json names`;

/** What to do about too many pages. */
export const fewerPages = 'take the oldest out, or give them a section of their own';

/** The placeholders without which a document cannot load scripts by their hashes, or a failing shell has no fallback. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}', '{{shellBefore}}'];

/** Why a shell's `document.html` cannot become a page, as the end of a sentence. */
export function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  return missing.length > 0 ? `lacks ${missing.join(', ')}: no page can be made of it` : undefined;
}

/** The most compressed bytes of a section's entry. */
const mostBytes = 50_000;

/** The refusal of an entry that is too heavy; undefined for a light one. */
export function faultOfWeight(name: string, bytes: number): string | undefined {
  if (bytes <= mostBytes) return undefined;
  return `Its entry has ${count(bytes)} bytes (brotli), ${count(bytes - mostBytes)} more than the ${count(mostBytes)} that ${name} may load with its page. Import less of it at first.`;
}

export function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
