/** `npm start`: installs, builds and releases what is missing or changed, and serves the site. */
import { install, runPinned } from './prepare.mjs';

await install();
await runPinned('shell/cli/src/portfolio.ts', 'deploy', '--changed');
await runPinned('api/src/main.ts');
