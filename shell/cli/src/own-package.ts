import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of this package; this file is in `src/`, or packed in `dist/`. */
export const ownPackage = path.join(import.meta.dirname, '..');

const root = path.join(ownPackage, '../..');

/** The repository; undefined in a team's installed command line. */
export const repository = existsSync(path.join(root, 'rspack.shared.ts')) ? root : undefined;
