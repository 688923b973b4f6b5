/**
 * The private half of a team's key, when PORTFOLIO_KEY holds it. It is out of the environment before
 * anything is built: neither the compiler nor a browser inherits it.
 */
export const givenKey = process.env.PORTFOLIO_KEY?.trim();

delete process.env.PORTFOLIO_KEY;
