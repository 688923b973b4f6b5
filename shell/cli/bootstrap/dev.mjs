/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, runPinned } from './prepare.mjs';

await install();
// The sections that are not named come from their live releases, so there have to be some.
if (process.argv.length > 2) await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed');
await runPinned('shell/cli/src/portfolio.ts', 'dev', ...process.argv.slice(2));
