import details from '../owner.json' with { type: 'json' };

/** Whose site this is, and how they are reached: `shell/kit/owner.json` is the one place to change it. */
export const owner = details;
