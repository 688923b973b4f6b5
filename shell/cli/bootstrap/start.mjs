/**
 * `npm start`: installs, builds and releases what is missing or changed, and serves the site; its
 * pages are prerendered meanwhile.
 */
import { install, runBeside, runPinned } from './prepare.mjs';

await install();
await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed', '--pages-later');
runBeside('shell/cli/src/portfolio.ts', 'prerender');
await runPinned('api/src/main.ts');
