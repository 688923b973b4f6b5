import path from 'node:path';

/** The folder of the repository. */
export const repositoryFolder = path.join(import.meta.dirname, '../..');
