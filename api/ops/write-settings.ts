/** Writes the table of settings in OPERATING from their schema: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '../src/config.ts';

const document = new URL('../../.github/OPERATING.md', import.meta.url);
const text = readFileSync(document, 'utf8');
writeFileSync(
  document,
  text.replace(/^\| variable [\s\S]*?(?=\n\n)/m, () => settingsTable),
);
