import { stat } from 'node:fs/promises';
import type { Allowance } from '../release/origins.ts';
import type { Release } from '../release/release.ts';

/** Names that mean a device on Windows, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether the files of a release can lie in a folder together, on every machine that gets a copy.
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
    return [
      ...(parts.some((part) => device.test(part))
        ? [`${file} is the name of a device on Windows.`]
        : []),
      ...(clash ? [`${clash} is a file, and ${file} would lie in it.`] : []),
      ...(twin ? [`${file} and ${twin} are one file on many machines.`] : []),
      ...(parts[0] === 'release.json' ? [`${file} would stand where the site describes it.`] : []),
      ...(lower.endsWith('.br')
        ? [`${file} would stand where the site lays compressed copies.`]
        : []),
    ];
  });
}

/** Without these a browser is told neither what to load, by which hash, nor what a page is made of. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}'];

/** Why a shell's `document.html` cannot become a page, as the end of a sentence. */
export function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  return missing.length > 0 ? `lacks ${missing.join(', ')}: no page can be made of it` : undefined;
}

/** What the first script of a section may weigh as it is sent, where the owner says nothing else. */
const usualBytes = 50_000;

/** The most that the first script of a section may weigh, whatever its own budget says. */
export function mostFirstBytes({ scripts = usualBytes }: Allowance = {}): number {
  return scripts;
}

/** Why a first script is refused, and who can allow it; nothing where it is light enough. */
export function faultOfWeight(
  name: string,
  bytes: number,
  allowance: Allowance | undefined,
): string | undefined {
  const allowed = mostFirstBytes(allowance);
  if (bytes <= allowed) return undefined;
  const enough = Math.ceil(bytes / 1000) * 1000;
  return `Its first script has ${count(bytes)} bytes (brotli), ${count(bytes - allowed)} more than the ${count(allowed)} that ${name} may load with its page. Import less of it at first; or the owner allows more with: npm run keys -- allow ${name} --scripts ${enough}`;
}

/**
 * What a file of a fingerprinted folder weighs as it is sent: a file without a compressed copy did not
 * shrink. Nothing is compressed here: 16 MB of random bytes would hold the server up for seconds.
 */
export async function sentSize(file: string): Promise<number> {
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}

/** A number of bytes in a sentence. */
export function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
