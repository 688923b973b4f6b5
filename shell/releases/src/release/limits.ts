import type { Allowance } from './origins.ts';

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
