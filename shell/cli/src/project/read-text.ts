import { readFileSync } from 'node:fs';

/** Reads a file that a person wrote. Some editors begin it with a byte order mark, which is no part of it. */
export function readText(file: string): string {
  return new TextDecoder().decode(readFileSync(file));
}
