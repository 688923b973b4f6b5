/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, runPinned } from './prepare.mjs';

await install();
// The sections that are not named come from their live releases, so there have to be some.
if (process.argv.length > 2) await runPinned('shell/cli/src/commands/release-changed.ts');
await runPinned('shell/cli/src/commands/dev.ts', ...process.argv.slice(2));
