import { loadEnvFile } from '@portfolio/api/config.ts';
import { repository } from './own-package.ts';

/** Imported first, as other modules read the environment during their import. */
loadEnvFile(repository ?? process.cwd());

/**
 * A team's token from PORTFOLIO_TOKEN. The variable is deleted, so that neither the compiler nor what renders pages
 * inherits it.
 */
export const givenToken = process.env.PORTFOLIO_TOKEN?.trim() || undefined;

delete process.env.PORTFOLIO_TOKEN;
