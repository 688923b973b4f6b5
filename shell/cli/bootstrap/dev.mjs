/** `npm run dev [-- <section>]`: hot reload; installs what is missing. */
import { install, runPinned } from './prepare.mjs';

await install();
await runPinned('shell/cli/src/portfolio.ts', 'dev', ...process.argv.slice(2));
