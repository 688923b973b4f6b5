import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = '@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2';
const font = await readFile(fileURLToPath(import.meta.resolve(file)), 'base64');

/** The site's font as a style for a page without an address. */
export const fontFace = `@font-face{font-family:Outfit;font-weight:100 900;src:url(data:font/woff2;base64,${font})}`;
