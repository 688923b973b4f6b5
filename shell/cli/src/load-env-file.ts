import { loadEnvFile } from '@portfolio/api/config.ts';
import { repository } from './own-package.ts';

/** Imported first, as other modules read the environment during their import. */
loadEnvFile(repository ?? process.cwd());
