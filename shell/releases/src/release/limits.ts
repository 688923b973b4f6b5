import type { Allowance } from './origins.ts';
import type { Release } from './release.ts';

const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether the files of a release can lie in a folder together, wherever it is exported to.
 * @returns every fault at once, each a sentence
 */
export function faultsOfNames(files: Release['files']): string[] {
  const paths = Object.keys(files);
  // Many disks take capital letters for small ones.
  const all = new Map(paths.map((file) => [file.toLowerCase(), file]));
  const seen = new Map<string, string>();
  return paths.flatMap((file) => {
    const lower = file.toLowerCase();
    const parts = lower.split('/');
    const folders = parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join('/'));
    const clash = folders.map((folder) => all.get(folder)).find((other) => other !== undefined);
    const twin = seen.get(lower);
    seen.set(lower, file);
    const isDevice = parts.some((part) => device.test(part));
    return [
      isDevice && `${file} is the name of a device on Windows.`,
      clash && `${clash} is a file, and ${file} would lie in it.`,
      twin && `${file} and ${twin} are one file on many machines.`,
    ].filter((fault) => typeof fault === 'string');
  });
}

/** Without these a browser is told neither what to load, by which hash, nor what a page is made of. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}'];

/** Why a shell's `document.html` cannot become a page, as the end of a sentence. */
export function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  return missing.length > 0 ? `lacks ${missing.join(', ')}: no page can be made of it` : undefined;
}

/** What the first scripts of a section may weigh as they are sent, where the owner says nothing else. */
const usualBytes = 50_000;

/** The most that the first scripts of a section may weigh, whatever its own budget says. */
export function mostFirstBytes({ scripts = usualBytes }: Allowance = {}): number {
  return scripts;
}

/**
 * Why first scripts are refused, and who can allow them; nothing where they are light enough.
 * @param madeOf what they consist of, as `: react 9,000`
 */
export function faultOfWeight(
  name: string,
  bytes: number,
  allowance: Allowance | undefined,
  madeOf = '',
): string | undefined {
  const allowed = mostFirstBytes(allowance);
  if (bytes <= allowed) return undefined;
  const enough = Math.ceil(bytes / 1000) * 1000;
  return `Its first scripts have ${count(bytes)} bytes (brotli${madeOf}), ${count(bytes - allowed)} more than the ${count(allowed)} that ${name} may load with its page. Import less of it at first; or the owner allows more with: npm run keys -- allow ${name} --scripts ${enough}`;
}

/** A number of bytes in a sentence. */
export function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
