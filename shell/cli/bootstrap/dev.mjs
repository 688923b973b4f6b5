/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, runPinned } from './prepare.mjs';

const words = process.argv.slice(2);
const namesSections = words.length > 0 && words.every((word) => !word.startsWith('-'));

await install();
// The sections that are not named come from their live releases, so there have to be some.
if (namesSections) await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed');
await runPinned('shell/cli/src/portfolio.ts', 'dev', ...words);
