import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of this package. This file lies in `src/`, and packed in `dist/`. */
export const ownPackage = path.join(import.meta.dirname, '..');

const root = path.join(ownPackage, '../..');

/** The repository, when this is its own command line and not a team's installed one. */
export const repository = existsSync(path.join(root, 'rspack.shared.ts')) ? root : undefined;
