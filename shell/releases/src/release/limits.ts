import type { Allowance } from './origins.ts';

/** The placeholders without which a document cannot load scripts by their hashes. */
const marks = ['{{importMap}}', '{{entry}}', '{{releases}}'];

/** Why a shell's `document.html` cannot become a page, as the end of a sentence. */
export function faultOfTemplate(html: string): string | undefined {
  const missing = marks.filter((mark) => !html.includes(mark));
  return missing.length > 0 ? `lacks ${missing.join(', ')}: no page can be made of it` : undefined;
}

/** The most compressed bytes of a section's first scripts, unless the owner allows more. */
const usualBytes = 50_000;

/** The most compressed bytes of a section's first scripts, whatever its own budget is. */
export function mostFirstBytes({ scripts = usualBytes }: Allowance = {}): number {
  return scripts;
}

/**
 * The refusal of first scripts that are too heavy; undefined for light ones.
 * @param madeOf their parts, such as `: react 9,000`
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

export function count(bytes: number): string {
  return bytes.toLocaleString('en');
}
