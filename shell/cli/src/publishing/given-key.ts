/**
 * The private half of a team's key from PORTFOLIO_KEY. The variable is deleted, so that neither the compiler nor a
 * browser inherits it.
 */
export const givenKey = process.env.PORTFOLIO_KEY?.trim();

delete process.env.PORTFOLIO_KEY;
