import { startContactSite } from './contact-site.ts';

/** A process of its own for the tests that kill one. Ends with its parent. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
);
const site = await startContactSite(environment);
process.on('SIGTERM', () => void site.stop().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.(site.url);
