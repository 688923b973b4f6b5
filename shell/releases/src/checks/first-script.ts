import { stat } from 'node:fs/promises';
import type { Allowance } from '../release/origins.ts';

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
