import details from '../owner.json' with { type: 'json' };

/** Whose site this is; `shell/kit/owner.json` is the one place to change it. */
export const owner: Readonly<Record<keyof typeof details, string>> = details;
