/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, installOnce, runPinned } from './prepare.mjs';

const words = process.argv.slice(2);
const isHelp = words.some((word) => word.startsWith('-'));

await (isHelp ? installOnce() : install());
// The sections that are not named come from their live releases, so there have to be some.
if (words.length > 0 && !isHelp)
  await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed');
await runPinned('shell/cli/src/portfolio.ts', 'dev', ...words);
