import path from 'node:path';

export const repositoryFolder = path.join(import.meta.dirname, '../..');
