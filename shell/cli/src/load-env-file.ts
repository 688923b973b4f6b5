import { loadEnvFile } from '@portfolio/api/config.ts';
import { repository } from './own-package.ts';

/** Before everything else: what is read of the environment as a module is imported counts as well. */
loadEnvFile(repository ?? process.cwd());
