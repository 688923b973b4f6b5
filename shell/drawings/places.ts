import path from 'node:path';

/** The folder of the repository. */
export const repository = path.join(import.meta.dirname, '../..');
