/** `npm run bench [-- pages|bytes|api] [--runs 7] [--pages home,…] [--short]`: the site measured side by side. */
import { install, runPinned } from './prepare.mjs';

await install();
await runPinned('shell/bench/main.ts', ...process.argv.slice(2));
