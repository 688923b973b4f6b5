/** Signed requests, keys and uploads, for the command line and the server. */

export * from './check-request.ts';
export * from './signed-request.ts';
export * from './site-facts.ts';
export * from './team-keys.ts';
export * from './uploads.ts';
